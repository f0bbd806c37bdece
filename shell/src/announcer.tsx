import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** The one live region of the page: what changes without moving the focus is said here. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', count: 0 })
  const announce = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" aria-live="polite">
        {/* The key makes the same words new, so that they are said again. */}
        <p key={said.count}>{said.text}</p>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}
