import { describeContract } from '@encre/protocol/contract-shape'
import { isSchema, listOperations, type Operation } from '@encre/protocol/operation'
import { Problem } from '@encre/protocol/problem'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { isWrite } from './flood-limits.ts'

/** The operations that a feature's worker has beside those of its contract. */
export function listCommonOperations(feature: string): Operation[] {
  const read = (path: string, summary: string, content: z.ZodMiniType | string): Operation => ({
    method: 'GET',
    path: `/api/${feature}/${path}`,
    summary,
    access: 'public',
    answers: { 200: content },
  })
  const json = z.looseObject({})
  const metrics: Operation = {
    ...read('metrics', 'Reads the metrics with their own token', 'text/plain'),
    problems: { 401: ['permission-denied'] },
  }
  return [
    read('health', 'Checks the worker', 'text/plain'),
    {
      ...read('health/deep', 'Also checks what the worker needs of others', 'text/plain'),
      problems: { 404: ['not-found'] },
    },
    read('contract', 'Describes the contract', json),
    read('openapi.json', 'Describes the operations', json),
    metrics,
  ]
}

/** The problem codes that an operation may answer, by status. */
export function problemsOf({ method, access, problems = {} }: Operation): Map<number, string[]> {
  const codes = new Map(
    Object.entries(problems).map(([status, declared]) => [Number(status), [...declared]]),
  )
  const add = (status: number, code: string) =>
    codes.set(status, [...(codes.get(status) ?? []), code])
  add(400, 'invalid-request')
  add(414, 'invalid-request')
  add(503, 'unavailable')
  if (access !== 'public') add(401, 'permission-denied')
  if (isWrite(method)) add(429, 'resource-exhausted')
  return codes
}

/** Every status that an operation may answer. */
export function statusesOf(operation: Operation): number[] {
  const statuses = [...Object.keys(operation.answers).map(Number), ...problemsOf(operation).keys()]
  return [...new Set(statuses)].sort((one, other) => one - other)
}

/**
 * `GET /openapi.json`: the operations of a contract, and others, as OpenAPI 3.1. Schemas that the
 * contract exports are components under their names.
 */
export function answerOpenApi(
  feature: string,
  contract: object,
  listOthers: () => Operation[] = () => [],
) {
  let document: string | undefined
  return (c: Context): Response => {
    document ??= JSON.stringify(describeOperations(feature, contract, listOthers()))
    return c.body(document, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    })
  }
}

/**
 * The OpenAPI document of a contract's operations, and of others. `feature` is the part of their
 * addresses after `/api/`.
 */
export function describeOperations(feature: string, contract: object, others: Operation[] = []) {
  const names = nameSchemas(contract)
  const paths: Record<string, Record<string, unknown>> = {}
  const declared = listOperations(contract).map(([, operation]) => operation)
  for (const operation of [...others, ...declared]) {
    const { method, path } = operation
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: {
        operationId: nameOperation(operation),
        tags: [feature],
        ...describeOperation(operation, names),
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
function nameOperation({ method, path }: Operation): string {
  const words = path.replace(/^\/api\/\w+/, '').split(/[^A-Za-z0-9]+/)
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitalized.join('')
}

function describeOperation(operation: Operation, names: Names) {
  const { summary, access, path, query, body, headers = [] } = operation
  const isPublic = access === 'public'
  const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const required = !(body instanceof z.ZodMiniOptional)
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
    ...(body && { requestBody: { required, content: describeContent(body, names) } }),
    responses: describeResponses(operation, names),
  }
}

function describeParameter(name: string, place: 'path' | 'header') {
  return { name, in: place, required: true, schema: { type: 'string' } }
}

function describeResponses(operation: Operation, names: Names) {
  const problems = problemsOf(operation)
  const responses = statusesOf(operation).map((status) => {
    const content = operation.answers[status]
    const codes = problems.get(status)
    const described = {
      ...(content && describeContent(content, names)),
      ...(codes && { 'application/problem+json': { schema: describeProblem(codes) } }),
    }
    const description = status in operation.answers ? 'The answer' : 'A problem'
    const hasContent = Object.keys(described).length > 0
    return [status, { description, ...(hasContent && { content: described }) }] as const
  })
  return Object.fromEntries(responses)
}

function describeProblem(codes: string[]) {
  return {
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { code: { enum: [...new Set(codes)] } },
  }
}

function describeContent(content: z.ZodMiniType | string, names: Names) {
  if (!isSchema(content)) return { [content]: {} }
  const whole = content instanceof z.ZodMiniOptional ? content.def.innerType : content
  const name = names.get(whole)
  const schema = name ? { $ref: `#/components/schemas/${name}` } : describe(whole)
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
