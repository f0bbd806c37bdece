/** 1 keeps the strong lines, 3 the faint ones too. */
export type Fineness = 1 | 2 | 3

export function pick(fineness: Fineness, coarse: number, middle: number, fine: number): number {
  if (fineness === 2) return middle
  return fineness === 1 ? coarse : fine
}
