import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** Has the live region of every page: screen readers announce here what changes without an alert or a status of its own. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', count: 0 })
  const announce = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className={visuallyHidden.text} aria-live="polite">
        {/* A new key makes a screen reader announce the same words again. */}
        <p key={said.count}>{said.text}</p>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}
