import { colourLabel, styleName } from '@encre/protocol/catalogue'
import styles from './design-image.module.css'

interface DesignImageProps {
  design: { imageUrl: string; subject: string; style: string; colors: string[] }
  /** `card`: a thumbnail of 512 pixels, loaded lazily. `full`: the image as stored. */
  size?: 'card' | 'full'
  onError?: () => void
}

/** A design's square image. Its alternative text is the subject, the style and the colours. */
export function DesignImage({ design, size = 'full', onError }: DesignImageProps) {
  const side = size === 'card' ? 512 : 1024
  return (
    <img
      className={styles.image}
      // A signed URL always has a query.
      src={size === 'card' ? `${design.imageUrl}&w=${side}` : design.imageUrl}
      alt={[design.subject, styleName(design.style), ...design.colors.map(colourLabel)].join(', ')}
      width={side}
      height={side}
      loading={size === 'card' ? 'lazy' : 'eager'}
      decoding="async"
      onError={onError}
    />
  )
}
