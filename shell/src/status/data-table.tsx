import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import type { ReactNode } from 'react'
import styles from './status-page.module.css'

interface DataTableProps {
  caption: string
  columns: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/** A table that scrolls within its own width on a phone. The first cell of a row names it. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  const kindOf = (cell: ReactNode) =>
    /^(–|[\d.]+( %)?)$/.test(String(cell)) ? styles.number : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={visuallyHidden.text}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" className={kindOf(rows[0]?.cells[index])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={columns[index + 1]} className={kindOf(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `2026-11-21 14:05`: an ISO date without its seconds, in UTC. */
export function formatTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
