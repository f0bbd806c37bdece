import type { LinkedDesign } from '@encre/gallery-worker/contract'

/**
 * The elements that the script fills, by id. `workers/gallery/src/links/page-html.ts` renders them;
 * their ids only grow.
 */
const kinds = {
  image: HTMLImageElement,
  size: HTMLElement,
  stencil: HTMLElement,
  status: HTMLElement,
  'smallest-line': HTMLElement,
  'smallest-gap': HTMLElement,
  recommended: HTMLElement,
  paper: HTMLSelectElement,
  mirror: HTMLInputElement,
  'stencil-pdf': HTMLButtonElement,
  'card-pdf': HTMLButtonElement,
}
export type PageParts = { [Id in keyof typeof kinds]: InstanceType<(typeof kinds)[Id]> }

/**
 * An element that pages of older workers do not have. It is hidden until a script fills it: an
 * older script leaves it.
 */
export function reveal<Part extends HTMLElement>(id: string, kind: new () => Part): Part | null {
  const part = document.getElementById(id)
  if (!(part instanceof kind)) return null
  part.hidden = false
  return part
}

/** Throws when an element is missing: the page then stays as the worker rendered it. */
export function findPageParts(page: Document): PageParts {
  const parts = Object.fromEntries(Object.keys(kinds).map((id) => [id, page.getElementById(id)]))
  assertParts(parts)
  return parts
}

function assertParts(parts: object): asserts parts is PageParts {
  const found = new Map<string, unknown>(Object.entries(parts))
  const missing = Object.entries(kinds).filter(([id, kind]) => !(found.get(id) instanceof kind))
  if (missing.length > 0)
    throw new Error(`the page of the link has no ${missing.map(([id]) => `#${id}`).join(', ')}`)
}

/**
 * The types of the fields. Checked by hand, because the schema library is as large as the rest of
 * the script.
 */
const types: Record<keyof LinkedDesign, readonly string[]> = {
  subject: ['string'],
  style: ['string'],
  sizeMm: ['number'],
  isStencilSize: ['boolean', 'null', 'undefined'],
  placement: ['string'],
  placementDetail: ['string', 'null'],
  colors: ['array'],
  origin: ['string'],
  rendering: ['string', 'null'],
  fineness: ['number', 'null'],
  keepsFrame: ['boolean', 'null', 'undefined'],
  notes: ['string'],
  exactPlace: ['string', 'undefined'],
  corrections: ['array', 'undefined'],
  crop: ['object', 'null', 'undefined'],
  cleanLines: ['object', 'null', 'undefined'],
  lettering: ['object', 'null', 'undefined'],
  imageUrl: ['string'],
  openingsUrl: ['string'],
  answersUrl: ['string', 'undefined'],
  reportsUrl: ['string', 'undefined'],
}

/**
 * Reads the design that the worker wrote into the page. Throws when a field is missing or wrong:
 * the page then stays as it is.
 */
export function readLinkedDesign(page: Document): LinkedDesign {
  const data: unknown = JSON.parse(page.getElementById('linked-design')?.textContent ?? 'null')
  assertLinkedDesign(data)
  return data
}

function assertLinkedDesign(data: unknown): asserts data is LinkedDesign {
  const fields = new Map<string, unknown>(Object.entries(data ?? {}))
  const invalid = Object.entries(types).filter(
    ([name, allowed]) => !allowed.includes(typeOf(fields.get(name))),
  )
  if (invalid.length > 0)
    throw new Error(`the page's design has no valid ${invalid.map(([name]) => name).join(', ')}`)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
