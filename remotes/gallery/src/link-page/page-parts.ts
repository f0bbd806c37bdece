import type { LinkedDesign } from '@encre/gallery-worker/contract'

/** The elements that the script fills. `workers/gallery/src/links/page-html.ts` renders them with these ids, which only grow. */
export interface PageParts {
  image: HTMLImageElement
  size: HTMLElement
  stencil: HTMLElement
  status: HTMLElement
  smallestLine: HTMLElement
  smallestGap: HTMLElement
  recommended: HTMLElement
  paper: HTMLSelectElement
  mirror: HTMLInputElement
  stencilPdf: HTMLButtonElement
  cardPdf: HTMLButtonElement
}

/** Throws when an element is missing: the page then stays as the worker rendered it. */
export function findPageParts(page: Document): PageParts {
  const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
    const element = page.getElementById(id)
    if (element instanceof kind) return element
    throw new Error(`the page of the link has no #${id}`)
  }
  return {
    image: find('image', HTMLImageElement),
    size: find('size', HTMLElement),
    stencil: find('stencil', HTMLElement),
    status: find('status', HTMLElement),
    smallestLine: find('smallest-line', HTMLElement),
    smallestGap: find('smallest-gap', HTMLElement),
    recommended: find('recommended', HTMLElement),
    paper: find('paper', HTMLSelectElement),
    mirror: find('mirror', HTMLInputElement),
    stencilPdf: find('stencil-pdf', HTMLButtonElement),
    cardPdf: find('card-pdf', HTMLButtonElement),
  }
}

/**
 * Reads the design that the worker wrote into the page. Throws when a field is missing or wrong: the page then stays as the worker rendered
 * it. Checks by hand, because the schema library is as large as the rest of the script.
 */
export function readLinkedDesign(page: Document): LinkedDesign {
  const data: unknown = JSON.parse(page.getElementById('linked-design')?.textContent ?? 'null')
  const fields = typeof data === 'object' && data !== null ? data : {}
  if (hasValidFields(fields)) return fields
  throw new Error(`the page's design has no valid ${invalidFields(fields).join(', ')}`)
}

function hasValidFields(fields: object): fields is LinkedDesign {
  return invalidFields(fields).length === 0
}

function invalidFields(fields: object): string[] {
  const values = new Map<string, unknown>(Object.entries(fields))
  return Object.entries(checks).flatMap(([name, isValid]) => (isValid(values.get(name)) ? [] : [name]))
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value)
const isFlag = (value: unknown): value is boolean | null | undefined => value == null || typeof value === 'boolean'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

const checks: Required<{ [Name in keyof LinkedDesign]: (value: unknown) => value is LinkedDesign[Name] }> = {
  subject: isText,
  style: isText,
  sizeMm: isNumber,
  placement: isText,
  placementDetail: isTextOrNull,
  colors: isTexts,
  origin: isText,
  rendering: isTextOrNull,
  fineness: isNumberOrNull,
  keepsFrame: isFlag,
  notes: isText,
  corrections: (value): value is LinkedDesign['corrections'] => value === undefined || Array.isArray(value),
  imageUrl: isText,
  openingsUrl: isText,
  answersUrl: (value) => value === undefined || isText(value),
  reportsUrl: (value) => value === undefined || isText(value),
}
