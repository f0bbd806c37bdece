import { type Format, formatOf, formatOfSize } from '@encre/picture/formats'
import { readAiOrigin } from '@encre/picture/origin-marks'
import { descriptionLimit } from '@encre/protocol/catalogue'
import { DesignChoices } from '@encre/protocol/design'
import { cleanImage, maxSide, readImageFormat } from '@encre/worker/clean-image'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import type { GenerationRequest } from '../contract.ts'
import { composeRetouch } from '../images/retouch-image.ts'
import { saveTimeoutMs } from '../lifetimes.ts'
import { recordNumber } from '../limits/full-library.ts'
import { recordMissingCapability } from '../providers/models-store.ts'
import { settingsOf } from '../settings.ts'
import {
  countTry,
  findMask,
  findResult,
  findRetouched,
  type Retouched,
  saveResult,
} from './run-storage.ts'
import type { EventOf, Run } from './run-table.ts'
import { logStep, millisecondsSince } from './stored-generation.ts'

// Saving a finished image: cleaned or composed here, then given to the gallery's `save-design.ts`
// until it takes it, with longer and longer waits.

export const maxSaveWaitSeconds = 300

/** Refuses smaller images. A larger image stays as it is. */
const designSides = { min: 256, max: maxSide }

/** The step of `storing`: cleans or composes the image and offers it to the gallery. */
export async function offerDesign({ env, storage, generation }: Run): Promise<EventOf<'storing'>> {
  const { id, memberId, ownerKey, request, createdAt: acceptedAt } = generation
  const startedAt = Date.now()
  const result = findResult(storage)
  if (!result) throw new Error('no result was saved')
  try {
    if (!result.isClean) {
      const retouched = findRetouched(storage)
      const retouch = retouched && {
        design: retouched.bytes,
        isClear: retouched.isClear,
        mask: findMask(storage)?.bytes ?? null,
      }
      const bytes = retouch
        ? await composeRetouch(env, retouch, result.bytes, designSides)
        : await cleanImage(env, result.bytes, designSides)
      if (!bytes)
        return {
          name: 'refused',
          outcome: 'refused: does not decode',
          problem: 'invalid-image',
          billedTo: 'site',
        }
      // The clean file no longer has the provider's manifest.
      const origin = originOf(readAiOrigin(result.bytes) ?? settingsOf(env).origin, retouched)
      Object.assign(result, { bytes, type: 'image/png', isClean: true, origin })
      // Stored, so that the image is not decoded again while the gallery does not answer.
      saveResult(storage, result)
    }
    const { bytes, type, model, prompt, origin = settingsOf(env).origin } = result
    const { parentId = null } = request
    const subject = subjectOf(request, findRetouched(storage))
    const { format, ...choices } = z.parse(DesignChoices, request)
    const drawn = formatOfImage(bytes, format)
    // Some servers ignore `size`: the page then offers no format for a day, and says so at the
    // design.
    if (drawn === 'square' && drawn !== formatOf(format).value)
      await recordMissingCapability(env, model, 'size')
    const design = await env.LIBRARY.saveDesign(
      // Dated when it was asked for: variants made together keep their order, whichever is ready
      // first.
      {
        id,
        prompt,
        subject,
        ...choices,
        ...(format && { format: drawn }),
        parentId,
        createdAt: acceptedAt,
        userId: memberId,
        model,
        origin,
      },
      { bytes: bytes.buffer, type },
    )
    await recordNumber(env.DB, ownerKey, design)
    logStep(generation, 'save', { ms: Date.now() - startedAt, outcome: 'ok' })
    return { name: 'saved', outcome: 'image', design }
  } catch (error) {
    logError(error, { generationId: id, requestId: generation.requestId })
    const tries = countTry(storage, 'saves')
    logStep(generation, 'save', { ms: Date.now() - startedAt, outcome: `failed ${tries}` })
    if (millisecondsSince(acceptedAt) >= saveTimeoutMs)
      return { name: 'save-failed-too-long', outcome: 'image' }
    return {
      name: 'save-failed',
      outcome: 'image',
      waitSeconds: Math.min(2 ** (tries - 1), maxSaveWaitSeconds),
    }
  }
}

function formatOfImage(image: Uint8Array, requested: string | undefined): Format {
  const size = readImageFormat(image)
  const { value } = formatOf(requested)
  return size && value !== 'square' ? formatOfSize(size).value : value
}

/**
 * What a provider makes of a design of another origin, such as an imported drawing, is composed of
 * both.
 */
function originOf(origin: string, retouched: Retouched | null): string {
  return retouched && retouched.origin !== origin ? 'composed' : origin
}

/**
 * A retouched design keeps its subject, followed by what was changed: 'Un loup · Traits plus
 * épais'.
 */
function subjectOf({ description }: GenerationRequest, retouched: Retouched | null): string {
  const before = retouched?.subject.slice(0, Math.max(0, descriptionLimit - description.length - 3))
  return before ? `${before} · ${description}` : description
}
