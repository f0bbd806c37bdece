import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  kind: 'error' | 'success'
  title: string
  /** Of the title, where it differs from the page's. */
  lang?: 'fr' | 'en'
  /** The precise reason, or a way out. */
  children?: ReactNode
}

/** The specification's red and green boxes. Told to screen readers as it appears: mount it when it has something to say. */
export function Notice({ kind, title, lang, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'status'}>
      <svg className={styles.sign} viewBox="0 0 20 20" aria-hidden="true">
        {kind === 'error' ? <path d="M10 4v7.5M10 14.6v1.4" /> : <path d="m4 10.5 4 4 8-9" />}
      </svg>
      <div>
        <p className={styles.title} lang={lang}>
          {title}
        </p>
        {children && <div className={styles.reason}>{children}</div>}
      </div>
    </div>
  )
}
