import { colourLabel, styleName } from '@encre/protocol/catalogue'
import styles from './design-image.module.css'

interface DesignImageProps {
  design: { imageUrl: string; subject: string; style: string; colors: string[] }
  /** `card`: a 512-pixel thumbnail, loaded when it comes near; `full`: the image as it was made. */
  size?: 'card' | 'full'
}

/** A design's square image. Its text is what the member described, the style and the colours, not the long prompt. */
export function DesignImage({ design, size = 'full' }: DesignImageProps) {
  const side = size === 'card' ? 512 : 1024
  return (
    <img
      className={styles.image}
      // The signed address always has a query.
      src={size === 'card' ? `${design.imageUrl}&w=${side}` : design.imageUrl}
      alt={[design.subject, styleName(design.style), ...design.colors.map(colourLabel)].join(', ')}
      width={side}
      height={side}
      loading={size === 'card' ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}
