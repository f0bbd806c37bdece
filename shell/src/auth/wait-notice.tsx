import { offerTakeBack, waitSentences } from '@encre/protocol/write-sentences'
import { unknownOutcome } from '@encre/protocol/writer'
import { Notice } from '@encre/ui/notice'

interface WaitNoticeProps {
  /** The code of a write that has not ended. */
  wait: string
  takeBack: () => void
  /** What nobody knows. */
  notKnown: { title: string; reason?: string }
}

export function WaitNotice({ wait, takeBack, notKnown }: WaitNoticeProps) {
  const shared = waitSentences.get(wait)
  const { title = '', reason } =
    wait === unknownOutcome ? { ...shared, ...notKnown } : { ...shared }
  return (
    <Notice kind="error" title={title} button={offerTakeBack(wait, takeBack)}>
      <p>{reason}</p>
    </Notice>
  )
}
