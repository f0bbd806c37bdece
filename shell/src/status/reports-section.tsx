import type { InsightReports } from '@encre/protocol/insight'
import { Button } from '@encre/ui/button'
import { DataTable, formatTime } from './data-table.tsx'
import styles from './status-page.module.css'

type Report = InsightReports['reports'][number]

export function ReportsSection({
  reports,
  onEnd,
}: {
  reports: Report[]
  onEnd: (report: Report) => void
}) {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className={styles.title}>
        Reported links
      </h2>
      {reports.length === 0 && <p className={styles.note}>No open link is reported.</p>}
      {reports.length > 0 && (
        <DataTable
          caption="Reported links"
          columns={['Report', 'Created', 'Shows', 'Link']}
          rows={reports.map((report) => ({
            key: report.id,
            cells: [
              report.text,
              formatTime(report.createdAt),
              <a key="image" href={report.url} target="_blank" rel="noreferrer">
                {report.subject}
              </a>,
              <Button key="end" onClick={() => onEnd(report)}>
                End the link
              </Button>,
            ],
          }))}
        />
      )}
    </section>
  )
}
