import type { ReactNode } from 'react'
import styles from './full-prompt.module.css'

interface FullPromptProps {
  /** The words that open it, in the page's language. */
  label: ReactNode
  prompt: string
  className?: string | undefined
  /** Shown under the prompt. */
  children?: ReactNode
}

/** The whole text that the image provider received, folded. It is in English, around the member's own words. */
export function FullPrompt({ label, prompt, className = '', children }: FullPromptProps) {
  return (
    <details className={`${styles.prompt} ${className}`}>
      <summary>{label}</summary>
      <p lang="en">{prompt}</p>
      {children}
    </details>
  )
}
