import type { Design } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import type { ShellApi } from '@encre/protocol/shell-api'
import type { Advice } from '@encre/stencil/assessment'
import type { Figures } from '@encre/stencil/figures'
import type { Pixels } from '@encre/stencil/pixels'
import type { SizeMm } from '@encre/stencil/svg'
import { getDesign } from '../atelier/atelier-api.ts'
import { sidesOf } from '../atelier/design-size.ts'
import { openStudio, type StudioFailure } from '../atelier/open-studio.ts'
import { readPicture } from '../atelier/picture.ts'
import { ask } from '../atelier/studio-client.ts'

export interface MeasuredDesign {
  status: 'measured'
  design: Design
  /** The ink's longest side as the member set it, and both sides. */
  sizeMm: number
  size: SizeMm
  /** The picture within the ink's box. */
  picture: Pixels
  advice: Advice
  figures: Figures
}

export type Measurement = MeasuredDesign | { status: 'unreadable'; design: Design; reason: StudioFailure }

/** Reads a design and measures it in its own worker, which ends after the measurement. Throws as `request` does, and for bugs. */
export async function measureDesign(shell: ShellApi, designId: string, signal: AbortSignal): Promise<Measurement> {
  const { design, settings } = await getDesign(shell, designId, signal)
  const working = new AbortController()
  const workSignal = AbortSignal.any([signal, working.signal])
  try {
    const studio = await openStudio({ style: design.style, read: () => readPicture(design.imageUrl, workSignal) }, workSignal)
    if (studio.status === 'failed') return { status: 'unreadable', design, reason: studio.reason }
    const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
    const { picture } = await ask(studio.client, 'cropped', { type: 'crop' }, workSignal)
    const { advice, figures } = await ask(studio.client, 'assessed', { type: 'assess', sizeMm }, workSignal)
    return { status: 'measured', design, sizeMm, size: sidesOf(sizeMm, studio.aspect), picture, advice, figures }
  } finally {
    working.abort()
  }
}
