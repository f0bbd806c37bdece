import type { Location } from '@encre/protocol/catalogue'

/**
 * The proportions of an image. The first one is the specification's, and stands for a design
 * without `format`.
 */
export const formats = [
  { value: 'square', label: 'Carré', ratio: '1:1', width: 1024, height: 1024 },
  { value: 'portrait', label: 'Portrait', ratio: '2:3', width: 1024, height: 1536 },
  { value: 'landscape', label: 'Paysage', ratio: '3:2', width: 1536, height: 1024 },
  { value: 'band', label: 'Bande', ratio: '1:3', width: 768, height: 2304 },
] as const
export type Format = (typeof formats)[number]['value']

/** The entry of a format; the first one for an unknown format, and for none. */
export function formatOf(value: string | undefined) {
  return formats.find((format) => format.value === value) ?? formats[0]
}

/** The format whose proportions are nearest to those of an image. */
export function formatOfSize({ width, height }: { width: number; height: number }) {
  const distance = (format: { width: number; height: number }) =>
    Math.abs(Math.log((width * format.height) / (height * format.width)))
  return formats.reduce<(typeof formats)[number]>(
    (nearest, format) => (distance(format) < distance(nearest) ? format : nearest),
    formats[0],
  )
}

/** The format that follows a part of the body. */
export const formatOfPlacement: Record<Location, Format> = {
  arm: 'band',
  leg: 'portrait',
  back: 'portrait',
  chest: 'landscape',
  shoulder: 'square',
  custom: 'square',
}
