import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './tabs.module.css'

interface TabsProps {
  label: string
  tabs: { id: string; label: string; panel: ReactNode }[]
}

/** Tabs after the ARIA pattern: arrows, Home and End move between them. Panels stay mounted and keep what was typed. */
export function Tabs({ label, tabs }: TabsProps) {
  const [selected, setSelected] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])

  function handleKeyDown(event: KeyboardEvent) {
    const target = targetOf(event.key, selected, tabs.length)
    if (target === null) return
    event.preventDefault()
    setSelected(target)
    buttons.current[target]?.focus()
  }

  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map(({ id, label }, index) => (
          <button
            key={id}
            ref={(button) => {
              buttons.current[index] = button
            }}
            className={styles.tab}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={index === selected}
            aria-controls={`panel-${id}`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, index) => (
        <div key={id} role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={index !== selected}>
          {panel}
        </div>
      ))}
    </>
  )
}

function targetOf(key: string, selected: number, count: number): number | null {
  if (key === 'ArrowRight') return (selected + 1) % count
  if (key === 'ArrowLeft') return (selected - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
