import {
  type InsightReports,
  mostReasonCharacters,
  type ReportDecision,
} from '@encre/releases/insight'
import { Button } from '@encre/ui/button'
import { TextField } from '@encre/ui/text-field'
import { useState } from 'react'
import { DataTable, formatTime } from './data-table.tsx'
import styles from './status-page.module.css'
import { TokenDialog } from './token-field.tsx'

type Report = InsightReports['reports'][number]

const questions: Record<ReportDecision['decision'], string> = {
  stopped:
    'End every link of this picture, also under the member’s other designs, and let them create no other?',
  dismissed: 'Close this report and leave the link open?',
}

interface ReportsSectionProps {
  reports: Report[]
  /** The features whose reports could not be read. */
  unread: string[]
  /** Absent on the last page. */
  onMore?: (() => void) | undefined
  /** Resolves to the refusal, or null. */
  onDecide: (report: Report, decision: ReportDecision, token: string) => Promise<string | null>
}

/** Links that visitors reported, those of one member beside each other. */
export function ReportsSection({ reports, unread, onMore, onDecide }: ReportsSectionProps) {
  const [pending, setPending] = useState<({ report: Report } & ReportDecision) | null>(null)
  const [reason, setReason] = useState('')
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className={styles.title}>
        Reported links
      </h2>
      {unread.length > 0 && (
        <p className={styles.suspects}>The reports of {unread.join(', ')} could not be read.</p>
      )}
      {reports.length === 0 && unread.length === 0 && (
        <p className={styles.note}>No report waits for a decision.</p>
      )}
      {reports.length > 0 && (
        <DataTable
          caption="Reported links"
          columns={['Report', 'Newest', 'Member', 'Shows', 'Decision']}
          rows={reports.map((report) => ({
            key: report.id,
            cells: [
              `${report.number ? `${report.number} · ` : ''}${report.text}${moreOf(report)}`,
              formatTime(report.createdAt),
              report.member ?? '',
              <a key="image" href={report.url} target="_blank" rel="noreferrer">
                {report.subject || 'the picture'}
              </a>,
              <span key="decide" className={styles.tools}>
                <Button onClick={() => setPending({ report, decision: 'stopped' })}>
                  Stop sharing
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => setPending({ report, decision: 'dismissed' })}
                >
                  Dismiss
                </Button>
              </span>,
            ],
          }))}
        />
      )}
      {onMore && <Button onClick={onMore}>More reports</Button>}
      {pending && (
        <TokenDialog
          question={questions[pending.decision]}
          onCancel={() => setPending(null)}
          onConfirm={async (token) => {
            const { report, decision } = pending
            const written = decision === 'stopped' && reason.trim() !== '' ? { reason } : {}
            const refusal = await onDecide(report, { decision, ...written }, token)
            if (refusal === null) {
              setPending(null)
              setReason('')
            }
            return refusal
          }}
        >
          {pending.decision === 'stopped' && (
            <TextField
              label="Reason"
              name="reason"
              hint="In French: the member reads it with the date. Say which rule or law, and what breaks it."
              maxLength={mostReasonCharacters}
              value={reason}
              onChange={setReason}
            />
          )}
        </TokenDialog>
      )}
    </section>
  )
}

function moreOf({ count = 1 }: Report): string {
  return count > 1 ? ` (and ${count - 1} more)` : ''
}
