/** The generator's own address. */
export const generatorPath = '/generator'

/** The view of failed generations, under the generator's address. */
export const historyPath = `${generatorPath}?vue=historique`

/**
 * What the form starts from. Other features and the history link to it. `?from=<design>` takes the choices and words of a design; with
 * `&reference=true` the design is also the reference. `?retry=<generation>` takes the choices and words of a generation.
 */
export type Start = { kind: 'variation'; designId: string; asReference: boolean } | { kind: 'retry'; generationId: string }

/** The form that varies a design, with it as the reference image. */
export function variationPath(designId: string): string {
  return `${generatorPath}?${new URLSearchParams({ from: designId, reference: 'true' })}`
}

/** Null for an address that starts from nothing. */
export function readStart(path: string): Start | null {
  const query = queryOf(path)
  const [designId, generationId] = [query.get('from'), query.get('retry')]
  if (designId) return { kind: 'variation', designId, asReference: query.get('reference') === 'true' }
  return generationId ? { kind: 'retry', generationId } : null
}

export function isHistoryPath(path: string): boolean {
  return queryOf(path).get('vue') === 'historique'
}

/** The page that changes a design. Other features link to it too. */
export function retouchPath(designId: string): string {
  return `${generatorPath}?${new URLSearchParams({ retoucher: designId })}`
}

/** The design that the page changes, or null. */
export function readRetouchedId(path: string): string | null {
  return queryOf(path).get('retoucher')
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, 'https://encre.invalid').searchParams
}
