// Addresses with a part or a query that one package of the site writes and another reads. Each is
// written and read here alone. Between features the address is the contract: it only grows, because
// open pages and bookmarks have it.

/** The query of a path of this site. */
export function queryOf(path: string): URLSearchParams {
  return new URL(path, 'https://encre.invalid').searchParams
}

/** The page of one design. */
export function designPath(designId: string): string {
  return `/gallery/${encodeURIComponent(designId)}`
}

/** The part of that page with the links for the artist, and what they answered. */
export function artistPath(designId: string): string {
  return `${designPath(designId)}?vue=fiche`
}

/** The generator's page, which starts where the member left it. */
export const generatorPath = '/generator'

/** The design that fills the generator's form. */
export interface Variation {
  designId: string
  /** Its image is the reference too. */
  asReference: boolean
}

/** The generator with the choices and words of a design. */
export function variationPath({ designId, asReference }: Variation): string {
  const query = new URLSearchParams({ from: designId })
  if (asReference) query.set('reference', 'true')
  return `${generatorPath}?${query}`
}

/** The design that `variationPath` names. Null for another address. */
export function readVariation(path: string): Variation | null {
  const query = queryOf(path)
  const designId = query.get('from')
  return designId ? { designId, asReference: query.get('reference') === 'true' } : null
}

/** The generator's page that changes a design by words. */
export function retouchPath(designId: string): string {
  return `${generatorPath}?${new URLSearchParams({ retoucher: designId })}`
}

/** The id of the design that `retouchPath` names. Null for another address. */
export function readRetouchedId(path: string): string | null {
  return queryOf(path).get('retoucher')
}

/** What a visitor wants to draw, before they have an account. */
export interface Idea {
  words: string
  style: string
}

/** The generator with an idea in its form. */
export function ideaPath({ words, style }: Idea): string {
  return `${generatorPath}?${new URLSearchParams({ style, idee: words })}`
}

/**
 * The idea of an address: of the generator, or of a page on a visitor's way to it. Null without
 * one.
 */
export function readIdea(path: string): Idea | null {
  const query = queryOf(path)
  const words = query.get('idee')
  return words === null ? null : { words, style: query.get('style') ?? '' }
}

/** The sign-in that leads back to `returnTo`, a path of this site. */
export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ retour: returnTo })}`
}

/**
 * The path of `signInPath`, as the address has it: check with `isSitePath` before you go there.
 * Null without one.
 */
export function readReturnTo(path: string): string | null {
  return queryOf(path).get('retour')
}
