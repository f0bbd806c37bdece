import type { ListedDesign } from '@encre/gallery-worker/contract'
import { problemCode } from '@encre/remote-kit/session'
import { Button } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-image'
import { typeset } from '@encre/ui/typeset'
import { type MouseEvent, useState } from 'react'
import { messages, problemMessage } from '../messages.ts'
import styles from './card-image.module.css'

interface CardImageProps {
  design: ListedDesign
  /** Where a click on the image leads. */
  href: string
  /** Reads the design again. Null if it was deleted. */
  findDesign: (designId: string) => Promise<ListedDesign | null>
}

/** A card's image. When it does not load, for example because its address expired, a button requests a new address. */
export function CardImage({ design, href, findDesign }: CardImageProps) {
  const [imageUrl, setImageUrl] = useState(design.imageUrl)
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<{ status: 'shown' | 'loading' } | { status: 'failed'; code: string | null }>({ status: 'shown' })
  const [listedUrl, setListedUrl] = useState(design.imageUrl)
  if (listedUrl !== design.imageUrl) {
    setListedUrl(design.imageUrl)
    setImageUrl(design.imageUrl)
    setState({ status: 'shown' })
  }

  async function handleRetry(event: MouseEvent<HTMLElement>) {
    if (state.status === 'loading') return
    const card = event.currentTarget.closest('article')
    setState({ status: 'loading' })
    try {
      const fresh = await findDesign(design.id)
      if (!fresh) return setState({ status: 'failed', code: 'not-found' })
      setImageUrl(fresh.imageUrl)
      setAttempt((before) => before + 1)
      setState({ status: 'shown' })
      // The button that has the focus disappears.
      card?.focus()
    } catch (error) {
      setState({ status: 'failed', code: problemCode(error) })
    }
  }

  if (state.status === 'shown') {
    return (
      // The same link as 'Atelier' on the card: one stop for the keyboard.
      <a href={href} tabIndex={-1}>
        <DesignImage
          key={attempt}
          design={{ ...design, imageUrl }}
          size="card"
          onError={() => setState({ status: 'failed', code: null })}
        />
      </a>
    )
  }
  return (
    <div className={styles.failed}>
      <p role="status">{state.status === 'loading' ? messages.imageLoading : messages.imageFailed}</p>
      {state.status === 'failed' && state.code && <p>{typeset(problemMessage(state.code))}</p>}
      <Button aria-disabled={state.status === 'loading'} aria-label={typeset(messages.retryImageOf(design.subject))} onClick={handleRetry}>
        {messages.retry}
      </Button>
    </div>
  )
}
