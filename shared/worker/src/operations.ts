import { describeContract } from '@encre/protocol/contract-shape'
import { Problem } from '@encre/protocol/problem'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { isWrite } from './flood-limits.ts'

/**
 * One operation of a worker, as its OpenAPI document describes it and as the fuzzer and the access
 * matrix use it.
 */
interface Operation {
  summary: string
  /** Public operations need no token. All others need the access token of a member. */
  access?: 'public'
  query?: z.ZodMiniType
  /** A schema for JSON, or the media type of other bodies. */
  body?: z.ZodMiniType | string
  headers?: readonly string[]
  /** By status: a schema for JSON, a media type, or null without a body. */
  answers: Readonly<Record<number, z.ZodMiniType | string | null>>
  /**
   * Statuses of problems. Every operation may also answer 400, 414 and 503, a write 429, and one
   * that is not public 401.
   */
  refusals?: readonly number[]
  /**
   * Every write says how it is repeated when its answer was lost. `by-key`: it creates something
   * under an id or a token of the page, and answers what that key has created. `same`: it sets or
   * deletes, and a second time changes nothing. `never`: the page says what to try.
   */
  repeats?: 'by-key' | 'same' | 'never'
}

/** By method and path below the worker's own: `GET /designs/:id`. */
export type Operations = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>
>

/** The operations that every feature's worker has. */
export const commonOperations: Operations = {
  'GET /health': { summary: 'Checks the worker', access: 'public', answers: { 200: 'text/plain' } },
  'GET /health/deep': {
    summary: "Also checks what the worker needs of others, for the site's own health",
    access: 'public',
    answers: { 200: 'text/plain' },
    refusals: [404],
  },
  'GET /contract': {
    summary: 'Describes the contract',
    access: 'public',
    answers: { 200: z.looseObject({}) },
  },
  'GET /openapi.json': {
    summary: 'Describes the operations',
    access: 'public',
    answers: { 200: z.looseObject({}) },
  },
}

/** The operation of a worker with metrics. */
export const metricsOperation: Operations = {
  'GET /metrics': {
    summary: 'Reads the metrics with their own token',
    access: 'public',
    answers: { 200: 'text/plain' },
    refusals: [401],
  },
}

/** Every status that an operation may answer. */
function statusesOf({ access, answers, refusals = [] }: Operation, method: string): number[] {
  const statuses = new Set([...Object.keys(answers).map(Number), ...refusals, 400, 414, 503])
  if (access !== 'public') statuses.add(401)
  if (isWrite(method)) statuses.add(429)
  return [...statuses].sort((one, other) => one - other)
}

/**
 * `GET /openapi.json`: the worker's operations as OpenAPI 3.1. Schemas that the contract exports
 * are components under their names.
 */
export function answerOpenApi(feature: string, contract: object, operations: Operations) {
  let document: string | undefined
  return (c: Context): Response => {
    document ??= JSON.stringify(describeOperations(feature, contract, operations))
    return c.body(document, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    })
  }
}

/**
 * The OpenAPI document of a worker's operations. `feature` is the part of their addresses after
 * `/api/`.
 */
export function describeOperations(feature: string, contract: object, operations: Operations) {
  const names = nameSchemas(contract)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ')
    const address = addressOf(feature, path)
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: {
        operationId: nameOperation(method, path),
        tags: [feature],
        ...describeOperation(operation, method, path, names),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Encre, ${feature}`,
      version: '1',
      description: `What the site answers below /api/${feature}. Schemas only grow.`,
      contact: { name: 'The publisher, /mentions-legales' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Encre' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: feature, description: `Operations below /api/${feature}` }],
    paths,
    components: describeComponents(contract, JSON.stringify(paths)),
  }
}

/** `/designs/:id{[0-9]+}` is `/api/gallery/designs/{id}`. */
function addressOf(feature: string, path: string): string {
  const named = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
  return `/api/${feature}${named}`.replace(/\/$/, '')
}

/** The schemas and the security scheme that the paths, as JSON, refer to. */
function describeComponents(contract: object, paths: string) {
  const schemas = { ...describeContract(contract).schemas, Problem: describe(Problem) }
  const used = Object.entries(schemas).filter(([name]) =>
    paths.includes(`"#/components/schemas/${name}"`),
  )
  const member = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
  return {
    schemas: Object.fromEntries(used),
    ...(paths.includes('"member":[]') && { securitySchemes: { member } }),
  }
}

type Names = Map<z.core.$ZodType, string>

function nameSchemas(contract: object): Names {
  const names: Names = new Map()
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.core.$ZodType) names.set(value, name)
  }
  return names
}

/** `DELETE /designs/:id/links` is `deleteDesignsIdLinks`. */
function nameOperation(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/)
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitalized.join('')
}

function describeOperation(operation: Operation, method: string, path: string, names: Names) {
  const { summary, access, query, body, headers = [] } = operation
  const isPublic = access === 'public'
  const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    summary,
    description: isPublic
      ? 'Needs no access token of a member.'
      : 'Needs the access token of a member.',
    security: isPublic ? [] : [{ member: [] }],
    parameters: [
      ...pathNames.map((name) => describeParameter(name, 'path')),
      ...(query ? describeQuery(query) : []),
      ...headers.map((name) => describeParameter(name, 'header')),
    ],
    ...(body && { requestBody: { required: true, content: describeContent(body, names) } }),
    responses: describeResponses(operation, method, names),
  }
}

function describeParameter(name: string, place: 'path' | 'header') {
  return { name, in: place, required: true, schema: { type: 'string' } }
}

function describeResponses(operation: Operation, method: string, names: Names) {
  const responses = statusesOf(operation, method).map((status) => {
    const content = status in operation.answers ? operation.answers[status] : 'problem'
    const description = content === 'problem' ? 'A problem' : 'The answer'
    return [
      status,
      { description, ...(content && { content: describeContent(content, names) }) },
    ] as const
  })
  return Object.fromEntries(responses)
}

function describeContent(content: z.ZodMiniType | string, names: Names) {
  if (content === 'problem') {
    return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  }
  if (typeof content === 'string') return { [content]: {} }
  const name = names.get(content)
  const schema = name ? { $ref: `#/components/schemas/${name}` } : describe(content)
  return { 'application/json': { schema } }
}

function describeQuery(query: z.ZodMiniType) {
  const { properties = {}, required = [] } = describe(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function describe(schema: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const {
    $schema: _,
    '~standard': __,
    ...described
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return described
}

/** `GET /contract`: the worker's contract. The registry refuses a remote that needs more. */
export function answerContract(contract: object) {
  return (c: Context): Response => {
    c.header('Cache-Control', 'no-store')
    return c.json(describeContract(contract))
  }
}
