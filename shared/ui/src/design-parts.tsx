import { colourNames } from '@encre/picture/colour-names'
import { styleName } from '@encre/protocol/catalogue'
import { type ReactNode, useState } from 'react'
import styles from './design-parts.module.css'
import visuallyHidden from './visually-hidden.module.css'

interface DesignImageProps {
  design: { imageUrl: string; subject: string; style: string; colors: string[] }
  /** `card`: a thumbnail of 512 pixels, loaded lazily. `full`: the image as stored. */
  size?: 'card' | 'full'
  /** Takes over a failure: without it the image is loaded again in its place. */
  onError?: () => void
}

/** The images that failed. One that arrives shows that the others may arrive too. */
const failed = new Set<() => void>()
const mostRetries = 3

function retryFailed(): void {
  const retries = [...failed]
  failed.clear()
  for (const retry of retries) retry()
}

/** Milliseconds after which one of the images that failed is loaded again, to see whether it arrives. */
export const imageProbeMs = 15_000
let hasProbe = false
let isProbing = false

function probeLater(): void {
  if (hasProbe) return
  hasProbe = true
  setTimeout(() => {
    hasProbe = false
    const [first] = failed
    if (!first) return
    // A button that has the focus would disappear with its failure.
    const isBusy = document.activeElement instanceof HTMLButtonElement
    if (isBusy || document.visibilityState === 'hidden') return probeLater()
    failed.delete(first)
    isProbing = true
    first()
  }, imageProbeMs)
}

/**
 * For an image that failed: loads it again when the network is back, a few times when another image
 * arrives, and one of those that failed by itself.
 */
export function useImageRetries(retry: () => void): () => void {
  const [tries, setTries] = useState(0)
  return () => {
    if (!isProbing) setTries(tries + 1)
    isProbing = false
    // A browser that lost the network does not load the image again.
    addEventListener('online', retry, { once: true })
    if (tries >= mostRetries) return
    failed.add(retry)
    probeLater()
  }
}

/** A design's square image. Its alternative text is the subject, the style and the colours. */
export function DesignImage({ design, size = 'full', onError }: DesignImageProps) {
  const [attempt, setAttempt] = useState(0)
  const retryLater = useImageRetries(() => setAttempt(attempt + 1))
  const side = size === 'card' ? 512 : 1024

  return (
    <img
      key={attempt}
      className={styles.image}
      // A signed URL always has a query.
      src={size === 'card' ? `${design.imageUrl}&w=${side}` : design.imageUrl}
      alt={[design.subject, styleName(design.style), ...colourNames(design.colors)].join(', ')}
      width={side}
      height={side}
      loading={size === 'card' ? 'lazy' : 'eager'}
      decoding="async"
      onLoad={retryFailed}
      onError={onError ?? retryLater}
    />
  )
}

/** The colours of a design, in order. Their French names are read aloud and shown on hover. */
export function ColourDots({ colours }: { colours: string[] }) {
  if (colours.length === 0) return null
  const names = colourNames(colours)
  return (
    <ul className={styles.dots} lang="fr">
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
