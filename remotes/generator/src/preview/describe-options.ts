import { locationLabel, sizes, styleName } from '@encre/protocol/catalogue'
import type { DesignOptions } from '../choices.ts'

/** Size, placement and style in one line: '10-15 cm · Bras · Traditionnel'. Without a known length, the size is left out. */
export function describeOptions({ size, sizeDetail, placement, placementDetail, style }: DesignOptions): string {
  const known = sizes.find((candidate) => candidate.value === size && candidate.centimetres)
  return [sizeDetail ?? known?.description, locationLabel(placement, placementDetail), styleName(style)].filter(Boolean).join(' · ')
}
