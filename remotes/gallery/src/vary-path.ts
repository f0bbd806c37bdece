/**
 * The generator's address for a variation of a design: its choices and words, and with `asReference` its image. Between features the address
 * is the contract (`remotes/generator/src/generator-path.ts`).
 */
export function varyPath(designId: string, { asReference }: { asReference: boolean }): string {
  return `/generator?${new URLSearchParams({ from: designId, ...(asReference && { reference: 'true' }) })}`
}
