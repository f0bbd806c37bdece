import { colourNames } from '@encre/picture/colour-names'
import { styleName } from '@encre/protocol/catalogue'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import styles from './design-parts.module.css'
import visuallyHidden from './visually-hidden.module.css'

interface DesignImageProps {
  design: { imageUrl: string; subject: string; style: string; colors: string[] }
  /** `card`: a thumbnail of 512 pixels, loaded lazily. `full`: the image as stored. */
  size?: 'card' | 'full'
  /** The colours' names in the page's language. */
  inks?: string[]
  /** Takes over a failure: without it the image is loaded again in its place. */
  onError?: () => void
}

/** Milliseconds from each failure of an image in a row until it is loaded again; the last repeats. */
export const imageWaitsMs = [5000, 15_000, 60_000]

/** For an image that failed: loads it again after a while, and when the network is back. */
export function useImageRetries(retry: () => void): () => void {
  const [failures, setFailures] = useState(0)
  const loadAgain = useEffectEvent(retry)
  useEffect(() => {
    if (failures === 0) return
    function retryOnce() {
      clearInterval(timer)
      // A browser that lost the network does not load the image again.
      removeEventListener('online', retryOnce)
      loadAgain()
    }
    const timer = setInterval(
      () => {
        // A button that has the focus would disappear with its failure.
        const isBusy = document.activeElement instanceof HTMLButtonElement
        if (!isBusy && document.visibilityState === 'visible') retryOnce()
      },
      imageWaitsMs[failures - 1] ?? imageWaitsMs.at(-1),
    )
    addEventListener('online', retryOnce)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retryOnce)
    }
  }, [failures])
  return () => setFailures((before) => before + 1)
}

/** A design's square image. Its alternative text is the subject, the style and the colours. */
export function DesignImage({
  design,
  size = 'full',
  inks = colourNames(design.colors),
  onError,
}: DesignImageProps) {
  const [attempt, setAttempt] = useState(0)
  const retryLater = useImageRetries(() => setAttempt(attempt + 1))
  const side = size === 'card' ? 512 : 1024

  return (
    <img
      key={attempt}
      className={styles.image}
      // A signed URL always has a query.
      src={size === 'card' ? `${design.imageUrl}&w=${side}` : design.imageUrl}
      alt={[design.subject, styleName(design.style), ...inks].join(', ')}
      width={side}
      height={side}
      loading={size === 'card' ? 'lazy' : 'eager'}
      decoding="async"
      onError={onError ?? retryLater}
    />
  )
}

interface ColourDotsProps {
  colours: string[]
  /** In the page's language. */
  names?: string[]
}

/** The colours of a design, in order. Their names are read aloud and shown on hover. */
export function ColourDots({ colours, names = colourNames(colours) }: ColourDotsProps) {
  if (colours.length === 0) return null
  return (
    <ul className={styles.dots}>
      {colours.map((hex, index) => (
        <li key={hex} className={styles.dot} style={{ backgroundColor: hex }} title={names[index]}>
          <span className={visuallyHidden.text}>{names[index]}</span>
        </li>
      ))}
    </ul>
  )
}

interface FullPromptProps {
  label: ReactNode
  prompt: string
  className?: string | undefined
  children?: ReactNode
}

/**
 * The whole text that the image provider received, folded. It is in English, around the member's
 * own words.
 */
export function FullPrompt({ label, prompt, className = '', children }: FullPromptProps) {
  return (
    <details className={`${styles.prompt} ${className}`}>
      <summary>{label}</summary>
      <p lang="en">{prompt}</p>
      {children}
    </details>
  )
}
