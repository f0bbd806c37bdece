/** The options that `cut-fonts.ts` uses: the package has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: '',
    options: {
      keepAllGlyphs: true
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number } | undefined>
    },
  ): Promise<Buffer>
}
