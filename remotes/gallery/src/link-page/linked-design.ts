import type { LinkedDesign } from '@encre/gallery-worker/contract'

/**
 * Reads the design that the worker wrote into the page. Throws when a field is missing or wrong: the page then stays as the worker rendered
 * it. Checks by hand, because the schema library is as large as the rest of the script.
 */
export function readLinkedDesign(page: Document): LinkedDesign {
  const data: unknown = JSON.parse(page.getElementById('linked-design')?.textContent ?? 'null')
  const fields = new Map(typeof data === 'object' && data !== null ? Object.entries(data) : [])
  const read = <Value>(name: string, isValid: (value: unknown) => value is Value): Value => {
    const value: unknown = fields.get(name)
    if (isValid(value)) return value
    throw new Error(`the page's design has no valid ${name}`)
  }
  return {
    subject: read('subject', isText),
    style: read('style', isText),
    sizeMm: read('sizeMm', isNumber),
    placement: read('placement', isText),
    placementDetail: read('placementDetail', isTextOrNull),
    colors: read('colors', isTexts),
    origin: read('origin', isText),
    rendering: read('rendering', isTextOrNull),
    fineness: read('fineness', isNumberOrNull),
    notes: read('notes', isText),
    imageUrl: read('imageUrl', isText),
    openingsUrl: read('openingsUrl', isText),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
