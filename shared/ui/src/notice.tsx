import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  kind: 'error' | 'success'
  title: string
  lang?: 'fr' | 'en' | undefined
  children?: ReactNode
  button?: { text: string; onPress: () => void } | undefined
}

/** The specification's red and green boxes. Screen readers announce it when it is mounted. */
export function Notice({ kind, title, lang, children, button }: NoticeProps) {
  return (
    <div
      className={`${styles.notice} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <svg className={styles.sign} viewBox="0 0 20 20" aria-hidden="true">
        {kind === 'error' ? <path d="M10 4v7.5M10 14.6v1.4" /> : <path d="m4 10.5 4 4 8-9" />}
      </svg>
      <div className={styles.words}>
        <p className={styles.title} lang={lang}>
          {title}
        </p>
        {children && <div className={styles.reason}>{children}</div>}
        {button && <Button onClick={button.onPress}>{button.text}</Button>}
      </div>
    </div>
  )
}

interface LoadFailureProps {
  title: string
  lang?: 'fr' | 'en'
  reason: string | undefined
  retry: string
  onRetry: () => void
}

/** A notice in the place of data that could not be read, with a button that reads it again. */
export function LoadFailure({ reason, retry, onRetry, ...notice }: LoadFailureProps) {
  return (
    <div className={styles.failure}>
      <Notice kind="error" {...notice}>
        <span lang="fr">{reason}</span>
      </Notice>
      <Button onClick={onRetry}>{retry}</Button>
    </div>
  )
}

interface ProgressBarProps {
  label: string
  value: number
  /** The whole task; null while its size is unknown. */
  total: number | null
}

/** The progress of a long task, as wide as its parent. */
export function ProgressBar({ label, value, total }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      aria-label={label}
      {...(total !== null && { value: Math.min(value, total), max: total })}
    />
  )
}
