import type { AtelierSettingsChange, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import type { Fineness, Rendering } from '@encre/stencil/line-art'
import type { SizeMm } from '@encre/stencil/svg'
import type { StudioClient } from './studio-client.ts'

/** What every tab works with: one design, one size, one worker. */
export interface Workshop {
  shell: ShellApi
  design: ListedDesign
  client: StudioClient
  sizeMm: number
  /** Both sides of the ink at this size. */
  size: SizeMm
  rendering: Rendering
  fineness: Fineness
  notes: string
  onChange: (change: AtelierSettingsChange) => void
}
