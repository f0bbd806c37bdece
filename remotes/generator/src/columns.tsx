import type { ReactNode, Ref, SubmitEvent } from 'react'
import styles from './generator-page.module.css'
import { isNarrow, useBrowser } from './use-browser.ts'

interface ColumnsProps {
  title: string
  titleRef: Ref<HTMLHeadingElement>
  formRef: Ref<HTMLFormElement>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onFocus?: () => void
  /** What the sheet is called. */
  label: string
  sheet: ReactNode
  /** In one column the sheet is above the form, and the form's bar at the lower edge has its words. */
  isSheetFirst: boolean
  /** Below both. */
  after?: ReactNode
  /** The form's. */
  children: ReactNode
}

/** The form and the sheet beside each other, or one above the other in a narrow window. */
export function Columns({ titleRef, formRef, isSheetFirst, ...props }: ColumnsProps) {
  const isOneColumn = useBrowser(isNarrow)
  const form = (
    <form
      key="form"
      ref={formRef}
      className={styles.form}
      onSubmit={props.onSubmit}
      onFocus={props.onFocus}
      noValidate
    >
      {props.children}
    </form>
  )
  const sheet = (
    <section key="sheet" aria-label={props.label}>
      {props.sheet}
    </section>
  )
  return (
    <div className={styles.page} data-sheet={isSheetFirst || undefined}>
      <h1 ref={titleRef} tabIndex={-1}>
        {props.title}
      </h1>
      {isOneColumn && isSheetFirst ? [sheet, form] : [form, sheet]}
      {props.after}
    </div>
  )
}
