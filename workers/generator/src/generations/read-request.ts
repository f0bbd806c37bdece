import { formats } from '@encre/picture/formats'
import { colours, styles } from '@encre/protocol/catalogue'
import { hashToken } from '@encre/worker/secrets'
import type { GenerationRequest } from '../contract.ts'
import { oneLine } from './prompt.ts'

/** What the schema of a request cannot say. */
export function readRequest(
  received: GenerationRequest,
):
  | { request: GenerationRequest }
  | { refusal: 'invalid-style' | 'empty-description' | 'invalid-request'; detail?: string } {
  const request = { ...received, description: oneLine(received.description) }
  if (!styles.some(({ id }) => id === request.style)) return { refusal: 'invalid-style' }
  if (request.description === '') return { refusal: 'empty-description' }
  const {
    colors,
    format,
    maskId,
    parentAsReference,
    parentId,
    placement,
    placementDetail,
    referenceId,
    retouch,
    size,
    sizeDetail,
  } = request
  const isKnownColour = (hex: string) => colours.some((colour) => colour.hex === hex)
  const faults = {
    sizeDetail: (size === 'custom') !== (sizeDetail !== null),
    placementDetail: (placement === 'custom') !== (placementDetail !== null),
    parentAsReference: parentAsReference && (!parentId || referenceId !== null),
    retouch: retouch && !parentAsReference,
    maskId: maskId && !retouch,
    format: format !== undefined && !formats.some(({ value }) => value === format),
    colors: !colors.every(isKnownColour) || new Set(colors).size !== colors.length,
  }
  const [detail] = Object.entries(faults).find(([, isFault]) => isFault) ?? []
  return detail === undefined ? { request } : { refusal: 'invalid-request', detail }
}

export async function hashRequest(request: GenerationRequest): Promise<string> {
  return hashToken(canonicalText(request))
}

/**
 * One text for all bodies that ask for the same. Order, spacing, and fields that are null, false or
 * absent make no difference.
 */
export function canonicalText(request: GenerationRequest): string {
  const fields = Object.entries(request).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  )
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
