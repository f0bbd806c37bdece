import { readImageFormat } from '@encre/worker/clean-image'
import type { Canvas } from '../drawing/draw.ts'
import { qualitiesOf } from './models.ts'
import {
  invalidImage,
  invalidType,
  invalidValue,
  missingParameter,
  OpenAIError,
  promptTooLong,
} from './openai-error.ts'

export interface ImageRequest {
  prompt: string
  n: number
  canvas: Canvas
  quality: string
  transparent: boolean
  variation: number
  reference: string | null
  mask: string | null
  /** How many partial images the stream carries; null for one JSON answer. */
  partials: number | null
}

type Fields = Record<string, unknown>

const known = [
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'user',
  'background',
  'moderation',
  'output_format',
  'output_compression',
  'partial_images',
  'stream',
  'safety_identifier',
  'complexity',
  'mask',
  'input_fidelity',
]
const namedSizes = ['1024x1024', '1024x1536', '1536x1024', 'auto']
const promptLimit = 32_000
const mostImages = 10

/**
 * Reads the body of a generation or an edit. Throws the `OpenAIError` that OpenAI answers for the
 * first thing wrong.
 */
export function readImageRequest(body: Fields): ImageRequest {
  const fields = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  )
  const qualities = qualitiesOf(readText(fields, 'model') ?? 'gpt-image-2.5-flare')
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown)
    throw new OpenAIError(400, 'unknown_parameter', `Unknown parameter: '${unknown}'.`, unknown)

  const streams = readFlag(fields, 'stream')
  readChoice(fields, 'output_format', ['png'])
  const background = readChoice(fields, 'background', ['transparent', 'opaque', 'auto'])
  readChoice(fields, 'moderation', ['auto', 'low'])
  return {
    prompt: readPrompt(fields),
    n: readCount(fields, 'n', 1, mostImages) ?? 1,
    canvas: readCanvas(fields),
    quality: readChoice(fields, 'quality', qualities) ?? 'auto',
    transparent: background === 'transparent',
    variation: 0,
    reference: null,
    mask: null,
    partials: streams ? (readCount(fields, 'partial_images', 0, 3) ?? 0) : null,
  }
}

function readPrompt(fields: Fields): string {
  const prompt = readText(fields, 'prompt')
  if (prompt === null) throw missingParameter('prompt')
  if (prompt.trim() === '')
    throw new OpenAIError(400, 'empty_string', "Invalid 'prompt': empty string.", 'prompt')
  const length = [...prompt].length
  if (length > promptLimit) throw promptTooLong(promptLimit, length)
  return prompt
}

function readCanvas(fields: Fields): Canvas {
  const size = readText(fields, 'size') ?? 'auto'
  if (size === 'auto') return { width: 1024, height: 1024 }
  const [width = 0, height = 0] = /^\d{2,4}x\d{2,4}$/.test(size) ? size.split('x').map(Number) : []
  if (!isDrawable(width, height)) throw invalidValue('size', size, namedSizes)
  return { width, height }
}

function isDrawable(width: number, height: number): boolean {
  const sides = [width, height]
  return (
    sides.every((side) => side % 16 === 0 && side >= 256 && side <= 3840) &&
    Math.max(...sides) <= 3 * Math.min(...sides)
  )
}

function readText(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === undefined) return null
  if (typeof value !== 'string') throw invalidType(name, 'a string')
  return value
}

function readChoice(fields: Fields, name: string, choices: readonly string[]): string | null {
  const value = readText(fields, name)
  if (value !== null && !choices.includes(value)) throw invalidValue(name, value, choices)
  return value
}

// Multipart bodies carry every field as text.
function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (value === undefined || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw invalidType(name, 'a boolean')
}

function readCount(fields: Fields, name: string, least: number, most: number): number | null {
  const value = fields[name]
  if (value === undefined) return null
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count)) throw invalidType(name, 'an integer')
  if (count > most) throw outOfRange('above_max', `<= ${most}`)
  if (count < least) throw outOfRange('below_min', `>= ${least}`)
  return count

  function outOfRange(side: string, bound: string) {
    return new OpenAIError(
      400,
      `integer_${side}_value`,
      `Invalid '${name}': expected a value ${bound}, but got ${count} instead.`,
      name,
    )
  }
}

const mostBytes = 50 * 1024 * 1024

/**
 * The first of the files of an edit as a data URL. Throws OpenAI's 400 unless it is a PNG, JPEG or
 * WebP under 50 MB.
 */
export async function readReferenceFile([file]: readonly File[]): Promise<string> {
  if (!file || file.size > mostBytes) throw invalidImage()
  const bytes = await file.bytes()
  const format = readImageFormat(bytes)
  if (!format) throw invalidImage()
  return `data:${format.type};base64,${bytes.toBase64()}`
}
