import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { useQuery } from '@encre/remote-kit/use-query'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import type { CSSProperties } from 'react'
import { atelierMessages } from '../atelier/atelier-messages.ts'
import layout from '../atelier/atelier-page.module.css'
import controls from '../atelier/controls.module.css'
import { galleryPath } from '../filter/gallery-filter.ts'
import { compareMessages as text } from './compare-messages.ts'
import styles from './compare-page.module.css'
import type { ComparePath } from './compare-path.ts'
import { ComparedDesign, measureDesign } from './compared-design.tsx'

interface ComparePageProps {
  shell: ShellApi
  path: ComparePath
}

export function ComparePage({ shell, path: { designIds, filter } }: ComparePageProps) {
  usePageTitle(shell, text.title)
  return (
    <div className={layout.page}>
      <header className={layout.header}>
        <a className={layout.way} href={galleryPath(filter)}>
          ← {atelierMessages.back}
        </a>
        <h1 className={layout.title} tabIndex={-1}>
          {text.title}
        </h1>
      </header>
      {designIds ? (
        <Comparison key={designIds.join(' ')} shell={shell} designIds={designIds} filter={filter} />
      ) : (
        <Notice kind="error" title={text.notTwo}>
          {typeset(text.notTwoHint)}
        </Notice>
      )}
    </div>
  )
}

interface ComparisonProps {
  shell: ShellApi
  designIds: readonly [string, string]
  filter: string
}

/** Shows both designs once both are measured, because their scale depends on both. If one fails, the other is still shown. */
function Comparison({ shell, designIds: [a, b], filter }: ComparisonProps) {
  const sides = [useMeasurement(shell, a), useMeasurement(shell, b)]
  const isMeasuring = sides.some(({ state }) => state.status === 'loading')
  const sizes = sides.flatMap(({ state }) => (state.status === 'loaded' && state.value.status === 'measured' ? [state.value.size] : []))
  const widths = sizes.map(({ width }) => width)
  const widest = Math.max(...widths, 1)
  const highest = Math.max(...sizes.map(({ height }) => height), 1)
  const scale: CSSProperties & Record<`--${string}`, number> = {
    '--all-widths': widths.reduce((sum, width) => sum + width, 0),
    '--widest': widest,
    '--highest': highest,
  }
  return (
    <>
      <p className={styles.status} role="status">
        {isMeasuring ? text.measuring : sizes.length === 2 && typeset(text.sameScale)}
      </p>
      {isMeasuring ? (
        <div className={styles.empty} />
      ) : (
        <div className={styles.container}>
          <div className={styles.pair} style={scale}>
            {sides.map(({ id, state, retry }) => (
              <ComparedDesign key={id} designId={id} state={state} longest={Math.max(widest, highest)} filter={filter} onRetry={retry} />
            ))}
          </div>
        </div>
      )}
      <p className={controls.note}>{atelierMessages.onDevice}</p>
    </>
  )
}

function useMeasurement(shell: ShellApi, id: string) {
  const query = useQuery(shell, {
    key: `${shell.member?.id} ${id}`,
    read: (signal) => measureDesign(shell, id, signal),
    failureMessage: 'a design could not be measured for a comparison',
  })
  return { id, ...query }
}
