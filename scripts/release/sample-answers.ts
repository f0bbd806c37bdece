import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { root } from '@encre/build/workspace'
import { concatBytes } from '@encre/protocol/bytes'
import type { ContractShape } from '@encre/protocol/contract-shape'
import { pngChunk } from '@encre/protocol/png'
import type { Release } from '@encre/protocol/release'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

type Schema = ContractShape['schemas'][string]

/** Answers for a page in place of its worker's. */
export interface Sample {
  name: 'full' | 'empty' | 'many'
  /** The body of the answer to a `GET`, or undefined if the sample has none. */
  answer(url: URL): unknown
}

interface Samples {
  /** Null without `workers/<name>/answers.released.json`. */
  full: Sample | null
  empty: Sample | null
  /** The full answers with long lists. */
  many: Sample | null
  /** The id of an object in the full answers. */
  exampleId: string | null
}

const Recorded = z.record(z.string(), z.object({ schema: z.nullable(z.string()), status: z.number(), body: z.unknown() }))
type Recorded = z.infer<typeof Recorded>

/** The address of the site in recorded answers. */
const recordedOrigin = 'https://encre.test'

/**
 * Builds full and empty answers from the answers of the last released worker. In empty answers, lists have no items, numbers are 0, and
 * fields that may be null are null. A new address has no recorded answer. Both samples then use the answer schema whose name ends with the
 * name of the address: a recorded object with its fields, else the smallest value that the schema allows.
 */
export function readSamples({ name, contract }: Release, origin: string, tree = root): Samples {
  const path = join(tree, 'workers', name, 'answers.released.json')
  if (!contract || !existsSync(path)) return { full: null, empty: null, many: null, exampleId: null }
  const recorded = z.parse(Recorded, JSON.parse(readFileSync(path, 'utf8').replaceAll(recordedOrigin, origin)))
  const full = (url: URL) => findRecorded(recorded, url)?.body ?? createUnrecorded(contract, recorded, url)
  const empty = (url: URL) => {
    const found = findRecorded(recorded, url)
    const schema = found?.schema ? contract.schemas[found.schema] : undefined
    return found ? emptyValue(found.body, schema) : createUnrecorded(contract, recorded, url)
  }
  const many = (url: URL) => lengthen(full(url))
  return {
    full: { name: 'full', answer: full },
    empty: { name: 'empty', answer: empty },
    many: { name: 'many', answer: many },
    exampleId: findId(recorded),
  }
}

/** Answers the requests of `page` from the sample: the recorded calls with their bodies, and every image with a drawing of its own. */
export async function serveSample(page: Page, origin: string, sample: Sample): Promise<void> {
  await page.route(
    (url) => url.origin === origin && url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/releases/'),
    async (route) => {
      const request = route.request()
      const url = new URL(request.url())
      if (isImagePath(url.pathname)) return route.fulfill({ contentType: 'image/png', body: sampleImage })
      const body = request.method() === 'GET' ? sample.answer(url) : undefined
      return body === undefined ? route.fallback() : route.fulfill({ json: body })
    },
  )
}

/** The answer to this address with the same query, else to the same path. */
function findRecorded(recorded: Recorded, url: URL): Recorded[string] | undefined {
  const exact = recorded[`GET ${url.pathname}${url.search}`]
  if (exact || url.searchParams.has('cursor')) return exact
  const call = Object.keys(recorded).find((one) => one === `GET ${url.pathname}`)
  return call ? recorded[call] : undefined
}

function createUnrecorded({ paths, schemas }: ContractShape, recorded: Recorded, url: URL): unknown {
  const [name] = Object.entries(paths).find(([, path]) => matchesAddress(path, url.pathname)) ?? []
  if (!name) return undefined
  const found = Object.entries(schemas).find(
    ([schema, { additionalProperties }]) => schema.toLowerCase().endsWith(name.toLowerCase()) && additionalProperties !== false,
  )
  if (!found) return undefined
  const [, schema] = found
  const hasFields = (value: object) => (schema.required ?? []).every((field) => Object.hasOwn(value, field))
  return (schema.type === 'object' && findObject(recorded, hasFields)) || createSmallest(schema, url.origin)
}

/** The number of objects in a long list. */
const longList = 150

/** The value with its objects that have an id repeated under other ids. */
function lengthen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthen(part)]))
  const rows = value.filter((one) => typeof one === 'object' && one !== null && 'id' in one)
  if (rows.length === 0) return value
  const more = Array.from({ length: Math.max(0, longList - value.length) }, (_, index) => ({
    ...rows[index % rows.length],
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))
  return [...value, ...more]
}

function emptyValue(value: unknown, schema: Schema | undefined): unknown {
  if (schema && isNullable(schema)) return null
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptyValue(part, asSchema(schema?.properties?.[key]))]))
}

function createSmallest(schema: Schema, origin: string): unknown {
  if (isNullable(schema)) return null
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  const other = asSchema(first)
  if (other) return createSmallest(other, origin)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(required.map(([key, part]) => [key, createSmallest(asSchema(part) ?? {}, origin)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  if (schema.type === 'boolean') return false
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  return schema.format === 'uri' ? `${origin}/favicon.svg` : ''
}

function isNullable(schema: Schema): boolean {
  const types = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => asSchema(part)?.type)
  return types.some((type) => type === 'null' || (Array.isArray(type) && type.includes('null')))
}

function asSchema(value: Schema | boolean | undefined): Schema | undefined {
  return typeof value === 'object' ? value : undefined
}

/** The first object inside `value`, or `value` itself, that passes the test. */
function findObject(value: unknown, test: (object: object) => boolean): object | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value) && test(value)) return value
  for (const part of Object.values(value)) {
    const found = findObject(part, test)
    if (found) return found
  }
  return null
}

function findId(recorded: Recorded): string | null {
  const found = findObject(recorded, (object) => 'id' in object && 'imageUrl' in object)
  return found && 'id' in found && typeof found.id === 'string' ? found.id : null
}

/** A white square of 256 pixels with a black disc: a drawing that every screen can process. */
const sampleImage = Buffer.from(createSampleImage())

function createSampleImage(): Uint8Array {
  const side = 256
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, side)
  header.setUint32(4, side)
  header.setUint8(8, 8) // bits per grey pixel
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => (Math.hypot(x - side / 2, y - side / 2) < side / 3 ? 0 : 255)),
  ])
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', new Uint8Array(header.buffer)),
    pngChunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Collects the errors of a page, one sentence each: exceptions, logged errors, unknown addresses and refused requests. */
export function watchPage(page: Page, release: Release): string[] {
  const errors: string[] = []
  const add = (error: string) => {
    if (!errors.includes(error)) errors.push(error)
  }
  page.on('pageerror', (error) => add(error.message))
  page.on('console', (message) => {
    // The browser's own line about an answer adds nothing to the sentence below.
    const isAboutAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAboutAnswer) add(message.text().split('\n')[0] ?? '')
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!isKnownPath(release, pathname)) {
      add(`it requests ${request.method()} ${pathname}, which its contract does not have`)
    }
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (isOwnPath(release, pathname) && response.status() >= 400) {
      add(`${response.request().method()} ${pathname} answered ${response.status()}`)
    }
  })
  return errors
}

function isOwnPath({ name }: Release, pathname: string): boolean {
  return pathname.startsWith(`/api/${name}/`)
}

/** Whether a page with this remote may request the path. The shell itself uses `/api/releases` only. */
function isKnownPath({ contract }: Release, pathname: string): boolean {
  if (!pathname.startsWith('/api/') || pathname.startsWith('/api/releases/') || isImagePath(pathname)) return true
  return Object.values(contract?.paths ?? {}).some((path) => matchesAddress(path, pathname))
}

/** Whether this is the address of an image. Pages take it from an answer, so no contract lists it. */
function isImagePath(pathname: string): boolean {
  return /^\/api\/[a-z][a-z0-9-]*\/images\//.test(pathname)
}

/** Whether a contract's address, with `{}` for each variable part, names this path. */
export function matchesAddress(address: string, pathname: string): boolean {
  const [known, asked] = [address.split('/'), pathname.split('/')]
  return known.length === asked.length && known.every((part, index) => (part === '{}' ? asked[index] !== '' : part === asked[index]))
}
