import { colours, styles } from '@encre/protocol/catalogue'
import { formats } from '@encre/protocol/formats'
import { parseJson } from '@encre/worker/body'
import * as z from 'zod/mini'
import { GenerationRequest, type GeneratorProblem } from '../contract.ts'
import { oneLine } from './prompt.ts'

export function readRequest(
  text: string,
): { request: GenerationRequest } | { refusal: GeneratorProblem; detail?: string } {
  const parsed = z.safeParse(GenerationRequest, parseJson(text))
  if (!parsed.success) return { refusal: 'invalid-request', detail: describeIssue(parsed.error) }
  const request = { ...parsed.data, description: oneLine(parsed.data.description) }
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
  const text = new TextEncoder().encode(canonicalText(request))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text)).toHex()
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

function describeIssue(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
}
