import { relativeLuminance, rgbOf } from '@encre/picture/oklab'
import { colourDistance, toOklab } from './oklab.ts'
import type { Pixels } from './pixels.ts'
import { type Placement, placeOnPhoto } from './skin.ts'

/** How much of the skin's light ink takes away, as it is drawn on a photo. */
export const inkOpacity = 0.92
/** About so many pixels of the ink are looked at. */
const sampleCount = 4000

/** How clearly a colour of a design stands out from the skin under it. */
export interface SkinContrast {
  readonly hex: string
  /** 1 is no difference, 21 black on white (WCAG's contrast ratio). */
  readonly ratio: number
}

/**
 * The contrast of each colour where it lies on a photo. `ink` is the design without its paper. A colour that lies beside the photo, or
 * behind a limb, is left out.
 */
export function measureContrasts(
  ink: Pixels,
  photo: Pixels,
  placement: Placement,
  colours: readonly string[],
): SkinContrast[] {
  if (colours.length === 0) return []
  const sums = colours.map((hex) => ({
    hex,
    colour: toOklab(...rgbOf(hex)),
    skin: 0,
    inked: 0,
    count: 0,
  }))
  const stride = Math.max(1, Math.floor(Math.sqrt((ink.width * ink.height) / sampleCount)))
  for (let y = 0; y < ink.height; y += stride) {
    for (let x = 0; x < ink.width; x += stride) {
      const at = 4 * (y * ink.width + x)
      if ((ink.data[at + 3] ?? 0) < 128) continue
      const place = placeOnPhoto(placement, (x + 0.5) / ink.width, (y + 0.5) / ink.height)
      if (!place || !isInside(photo, place.x, place.y)) continue
      const under = 4 * (Math.floor(place.y) * photo.width + Math.floor(place.x))
      const own = [0, 1, 2].map((channel) => ink.data[at + channel] ?? 0)
      const skin = [0, 1, 2].map((channel) => photo.data[under + channel] ?? 0)
      const inked = skin.map((level, i) =>
        Math.round(level * (1 - inkOpacity * (1 - (own[i] ?? 0) / 255))),
      )
      const colour = toOklab(own[0] ?? 0, own[1] ?? 0, own[2] ?? 0)
      const nearest = sums.reduce((one, other) =>
        colourDistance(other.colour, colour) < colourDistance(one.colour, colour) ? other : one,
      )
      nearest.skin += relativeLuminance(skin)
      nearest.inked += relativeLuminance(inked)
      nearest.count++
    }
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ hex, skin, inked, count }) => ({
      hex,
      ratio: (skin / count + 0.05) / (inked / count + 0.05),
    }))
}

function isInside({ width, height }: Pixels, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height
}
