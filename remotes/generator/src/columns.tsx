import { useBrowser } from '@encre/remote-kit/use-browser'
import type { ReactNode, SubmitEvent } from 'react'
import styles from './generator-page.module.css'
import { messages } from './messages.ts'
import type { PageFocus } from './use-page-focus.ts'

interface ColumnsProps {
  title: string
  focus: Pick<PageFocus, 'titleRef' | 'formRef' | 'sheetRef'>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onFocus?: () => void
  /** What the sheet's side is called. */
  label: string
  sheetClass: string | undefined
  sheet: ReactNode
  /** In one column the sheet is above the form, and the form's bar at the lower edge has its words. */
  isSheetFirst: boolean
  /** Below both. */
  after?: ReactNode
  /** The form's. */
  children: ReactNode
}

/** A short window keeps both columns, so that the idea and the picture are in view. */
const isNarrow = () =>
  matchMedia('(max-width: 39.99rem), (max-width: 60rem) and (min-height: 31.25rem)').matches

/** The form and the sheet beside each other, or one above the other in a narrow window. */
export function Columns({ focus, isSheetFirst, ...props }: ColumnsProps) {
  const { titleRef, formRef, sheetRef } = focus
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      <div
        ref={sheetRef}
        className={props.sheetClass}
        role="group"
        aria-label={messages.sheet}
        tabIndex={-1}
      >
        {props.sheet}
      </div>
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
