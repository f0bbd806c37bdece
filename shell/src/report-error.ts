let compositionId = 'none'

/** Says which versions this page runs in every report. */
export function reportComposition(id: string): void {
  compositionId = id
}

/** Where every unexpected error of the shell and of the remotes ends. Never throws. */
export function reportError(error: unknown): void {
  console.error(`[composition ${compositionId}]`, error)
}
