export const generatorPath = '/generator'

export const historyPath = `${generatorPath}?vue=historique`

/** Other features link to `?from=<design>`, where `&reference=true` makes it the reference too; the history to `?retry=<generation>`. */
export type Start = { kind: 'variation'; designId: string; asReference: boolean } | { kind: 'retry'; generationId: string }

export function variationPath(designId: string): string {
  return `${generatorPath}?${new URLSearchParams({ from: designId, reference: 'true' })}`
}

export function readStart(path: string): Start | null {
  const query = queryOf(path)
  const [designId, generationId] = [query.get('from'), query.get('retry')]
  if (designId) return { kind: 'variation', designId, asReference: query.get('reference') === 'true' }
  return generationId ? { kind: 'retry', generationId } : null
}

export function isHistoryPath(path: string): boolean {
  return queryOf(path).get('vue') === 'historique'
}

export function retouchPath(designId: string): string {
  return `${generatorPath}?${new URLSearchParams({ retoucher: designId })}`
}

export function readRetouchedId(path: string): string | null {
  return queryOf(path).get('retoucher')
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, 'https://encre.invalid').searchParams
}
