import { typeset } from '@encre/ui/typeset'
import { messages } from '../messages.ts'
import styles from './full-prompt.module.css'

/** The whole prompt that the provider received, in English, folded. */
export function FullPrompt({ prompt }: { prompt: string }) {
  return (
    <details className={styles.details}>
      <summary>{typeset(messages.fullPrompt)}</summary>
      <p lang="en">{prompt}</p>
    </details>
  )
}
