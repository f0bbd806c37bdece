import { colourLabel, styleName } from '@encre/protocol/catalogue'
import { useState } from 'react'
import styles from './design-image.module.css'

interface DesignImageProps {
  design: { imageUrl: string; subject: string; style: string; colors: string[] }
  /** `card`: a thumbnail of 512 pixels, loaded lazily. `full`: the image as stored. */
  size?: 'card' | 'full'
  onError?: () => void
}

/** A design's square image. Its alternative text is the subject, the style and the colours. Loads again when the network is back. */
export function DesignImage({ design, size = 'full', onError }: DesignImageProps) {
  const [attempt, setAttempt] = useState(0)
  const side = size === 'card' ? 512 : 1024

  function handleError() {
    onError?.()
    // A browser that lost the network does not load the image again.
    addEventListener('online', () => setAttempt(attempt + 1), { once: true })
  }

  return (
    <img
      key={attempt}
      className={styles.image}
      // A signed URL always has a query.
      src={size === 'card' ? `${design.imageUrl}&w=${side}` : design.imageUrl}
      alt={[design.subject, styleName(design.style), ...design.colors.map(colourLabel)].join(', ')}
      width={side}
      height={side}
      loading={size === 'card' ? 'lazy' : 'eager'}
      decoding="async"
      onError={handleError}
    />
  )
}
