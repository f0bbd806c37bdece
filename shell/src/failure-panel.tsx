import { Button } from '@encre/ui/button'
import { useLayoutEffect, useRef } from 'react'
import styles from './failure-panel.module.css'
import { messages } from './messages.ts'
import { focusMain } from './navigation.ts'

// Not in `messages.ts`, so that the site's build leaves it out.
const inDevelopment = 'Corrigez l’erreur que montrent la console et le terminal : la page revient d’elle-même.'
const isDevelopment = process.env.NODE_ENV === 'development'

/** Replaces a page that failed to load or to render. The header and the other pages still work. */
export function FailurePanel({ reason, onRetry }: { reason: 'load' | 'render'; onRetry: () => void }) {
  const text = messages.remote
  const panel = useRef<HTMLDivElement>(null)

  // The page's title takes the focus from `<main>` once the page is there.
  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (shown?.contains(document.activeElement)) focusMain()
    }
  }, [])

  return (
    <div ref={panel} className={styles.failure} role="alert" lang="fr">
      <h1 className={styles.title}>{text.failed}</h1>
      <p>{isDevelopment ? inDevelopment : reason === 'load' ? text.notLoaded : text.broken}</p>
      <Button variant="primary" onClick={onRetry}>
        {text.retry}
      </Button>
    </div>
  )
}
