import { typeset } from '@encre/ui/typeset'
import styles from './full-prompt.module.css'
import { previewMessages as text } from './preview-messages.ts'

/** The whole prompt that the provider received, in English, folded. */
export function FullPrompt({ prompt }: { prompt: string }) {
  return (
    <details className={styles.details}>
      <summary>{typeset(text.fullPrompt)}</summary>
      <p lang="en">{prompt}</p>
    </details>
  )
}
