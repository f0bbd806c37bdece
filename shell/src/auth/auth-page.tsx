import { RegistrationMarks } from '@encre/ui/marks'
import type { ReactNode } from 'react'
import { PageHead } from '../page-head.tsx'
import styles from './auth-page.module.css'

interface AuthPageProps {
  title: string
  lead?: string | undefined
  children: ReactNode
  footer?: ReactNode
  below?: ReactNode
}

export function AuthPage({ title, lead, children, footer, below }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <section className={styles.sheet}>
        <RegistrationMarks />
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {footer && <div className={styles.footer}>{footer}</div>}
      </section>
      {below}
    </div>
  )
}
