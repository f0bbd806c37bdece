import type { InsightReports } from '@encre/protocol/insight'
import { Button } from '@encre/ui/button'
import { DataTable } from './data-table.tsx'
import { formatTime } from './hours.ts'
import { messages } from './messages.ts'
import styles from './status-page.module.css'

type Report = InsightReports['reports'][number]

/** What visitors report of public pages. `onEnd` ends the page of a report. */
export function ReportsSection({ reports, onEnd }: { reports: Report[]; onEnd: (report: Report) => void }) {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className={styles.title}>
        {messages.reports}
      </h2>
      {reports.length === 0 && <p className={styles.note}>{messages.noReported}</p>}
      {reports.length > 0 && (
        <DataTable
          caption={messages.reports}
          columns={[{ name: messages.report }, { name: messages.created }, { name: messages.shows }, { name: messages.link }]}
          rows={reports.map((report) => ({
            key: report.id,
            cells: [
              report.text,
              formatTime(report.createdAt),
              <a key="image" href={report.url} target="_blank" rel="noreferrer">
                {report.subject}
              </a>,
              <Button key="end" onClick={() => onEnd(report)}>
                {messages.endLink}
              </Button>,
            ],
          }))}
        />
      )}
    </section>
  )
}
