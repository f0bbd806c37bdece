import type { AtelierSettings } from '@encre/gallery-worker/contract'
import type { OpenedStudio } from '../atelier/studio/open-studio.ts'
import { createStudioClient, withSetup } from '../atelier/studio/studio-client.ts'
import { type Lettering, layoutOf } from './lettering.ts'
import { layOutWords } from './lettering-client.ts'

/** As `openStudio`, for the words of a design that does not change. */
export async function openLettering(
  lettering: Lettering,
  settings: Pick<AtelierSettings, 'rendering' | 'fineness'>,
): Promise<OpenedStudio> {
  const result = await layOutWords(lettering.face, layoutOf(lettering, settings))
  if (result.type !== 'laid-out') return { status: 'failed', reason: 'unavailable' }
  const { laidOut } = result
  const client = withSetup(await createStudioClient(), [{ type: 'open-outline', outline: laidOut }])
  const frame = { x: 0, y: 0, width: laidOut.width, height: laidOut.height }
  return {
    status: 'ready',
    client,
    frame,
    part: frame,
    crop: null,
    first: { rendering: 'fills', fineness: 2 },
  }
}
