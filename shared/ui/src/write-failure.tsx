import { offerTakeBack, outcomeTitle, waitSentences } from '@encre/protocol/write-sentences'
import { Notice } from './notice.tsx'

interface WriteFailureProps {
  /** Says that the write has failed: not shown while it may still be done. */
  title: string
  lang?: 'fr' | 'en'
  code: string
  /** The sentence of the code, in French. */
  reason: string
  takeBack: () => void
}

/** A write that has failed, that waits, or of which nobody knows yet whether it is done. */
export function WriteFailure({ title, lang, code, reason, takeBack }: WriteFailureProps) {
  return (
    <Notice
      kind="error"
      title={outcomeTitle(title, code)}
      lang={waitSentences.has(code) ? 'fr' : lang}
      button={offerTakeBack(code, takeBack)}
    >
      <p lang="fr">{reason}</p>
    </Notice>
  )
}
