import type { ListedDesign } from '@encre/gallery-worker/contract'
import { problemCode } from '@encre/remote-kit/session'
import { Button } from '@encre/ui/button'
import { DesignImage, useImageRetries } from '@encre/ui/design-parts'
import { typeset } from '@encre/ui/typeset'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages, problemMessage } from '../../messages.ts'
import styles from './design-card.module.css'

// The image of a card, and what happens when its signed address is over. The worker signs in
// `workers/gallery/src/image-url.ts`.

interface CardImageProps {
  design: ListedDesign
  href: string
  /** Reads a design again, whose image has a new address. */
  findDesign: (designId: string) => Promise<ListedDesign | null>
}

type ImageState = { status: 'shown' | 'loading' } | { status: 'failed'; code: string | null }

/**
 * A card's image, which leads to the atelier. When it does not load, for example because its
 * address expired, a button requests a new address.
 */
export function CardImage({ design, href, findDesign }: CardImageProps) {
  const [imageUrl, setImageUrl] = useState(design.imageUrl)
  const [state, setState] = useState<ImageState>({ status: 'shown' })
  const [listedUrl, setListedUrl] = useState(design.imageUrl)
  if (listedUrl !== design.imageUrl) {
    setListedUrl(design.imageUrl)
    setImageUrl(design.imageUrl)
    setState({ status: 'shown' })
  }

  const retryLater = useImageRetries(() => setState({ status: 'shown' }))

  function handleError() {
    setState({ status: 'failed', code: null })
    retryLater()
  }

  async function handleRetry({ currentTarget }: MouseEvent<HTMLElement>) {
    if (state.status === 'loading') return
    const card = currentTarget.closest('article')
    setState({ status: 'loading' })
    try {
      const fresh = await findDesign(design.id)
      if (!fresh) return setState({ status: 'failed', code: 'not-found' })
      flushSync(() => {
        setImageUrl(fresh.imageUrl)
        setState({ status: 'shown' })
      })
      // The button that has the focus has disappeared.
      card?.querySelector('a')?.focus()
    } catch (error) {
      setState({ status: 'failed', code: problemCode(error) })
    }
  }

  if (state.status === 'shown') {
    return (
      <a className={styles.picture} href={href} title={messages.atelier}>
        <DesignImage design={{ ...design, imageUrl }} size="card" onError={handleError} />
      </a>
    )
  }
  return (
    <div className={`${styles.picture} ${styles.failed}`}>
      <p role="status">
        {state.status === 'loading' ? messages.imageLoading : messages.imageFailed}
      </p>
      {state.status === 'failed' && state.code && <p>{typeset(problemMessage(state.code))}</p>}
      <Button
        aria-disabled={state.status === 'loading'}
        aria-label={typeset(messages.retryImageOf(design.subject))}
        onClick={handleRetry}
      >
        {messages.retry}
      </Button>
    </div>
  )
}
