import type { RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'

/** The weights that the styles use, by family: a file has no other. */
const weights: Record<string, { min: number; max: number }> = {
  'hanken-grotesk': { min: 400, max: 600 },
  'grenze-gotisch': { min: 600, max: 700 },
}
export const families = Object.keys(weights)

/** Cuts a typeface to the weights in use, with all of its letters and features. */
export async function cutFont(file: Buffer, path: string): Promise<Buffer> {
  const family = families.find((name) => path.includes(name))
  if (!family) throw new Error(`cut-fonts.ts names no weights for ${path}`)
  return subsetFont(file, '', {
    keepAllGlyphs: true,
    targetFormat: 'woff2',
    variationAxes: { wght: weights[family] },
  })
}

/** Cuts the typefaces of the styles. */
export const pluginCutFonts: RsbuildPlugin = {
  name: 'encre:cut-fonts',
  setup: ({ transform }) =>
    transform({ test: /-wght-normal\.woff2$/, raw: true }, ({ code, resourcePath }) =>
      cutFont(code, resourcePath),
    ),
}
