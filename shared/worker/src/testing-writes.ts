import { isSchema, listOperations, type Operation } from '@encre/protocol/operation'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isWrite } from './flood-limits.ts'
import type { AccessRow } from './testing-access.ts'

// The write matrix of a worker: every declared write x every way to lose its answer, then sent again
// as the page sends it. One effect, one count, and the answer of the first time.

/** How a write is sent. A public one has the token of its address as the part of its path. */
type WriteRow = Pick<AccessRow, 'create' | 'request'> & {
  /** The place that it takes is gone with the account. */
  forgetsPlace?: boolean
}

/** What happens to the first request. A lost one has done its work, or has never arrived. */
const losses = ['answered', 'answer lost', 'answer late', 'request lost'] as const
type Loss = (typeof losses)[number]

interface WritesOptions {
  tenant: { authorization(memberId: string): Promise<{ authorization: string }> }
  fetch(request: Request): Promise<Response>
  /** Of a worker whose operations cost something: the database with its table `places`. */
  db?: D1Database
  /** What the worker stores of the member, or everything: each thing by its kind and its place. */
  readStored(memberId: string): Promise<Map<string, string>>
}

/** A row for each write of a contract that may be repeated. */
type WriteRows<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { repeats: 'by-key' | 'same' }
    ? Name
    : never]: WriteRow
}

/**
 * Defines the tests of a worker's writes, and of what they cost. A write that is declared as `never`
 * repeated is left out: its page says what to try.
 */
export function testWrites<Contract extends object>(
  contract: Contract,
  rows: WriteRows<Contract>,
  options: WritesOptions,
) {
  const writes = listOperations(contract).filter(([, { method }]) => isWrite(method))

  it.each(writes)('%s says how it is repeated', (_name, { repeats, query, body, headers = [] }) => {
    expect(repeats).toBeDefined()
    const names = [query, body].filter(isSchema).flatMap(fieldsOf)
    const hasKey = [...names, ...headers].some((name) => keyNames.includes(name))
    if (repeats === 'by-key') expect(hasKey).toBe(true)
  })

  const byName = new Map<string, WriteRow>(Object.entries(rows))
  const cells = writes.flatMap(([name, operation]) =>
    operation.repeats === 'never' ? [] : losses.map((loss) => ({ name, operation, loss })),
  )
  it.each(cells)('$name, $loss: has one effect when it is sent again', async (cell) => {
    const row = byName.get(cell.name)
    if (!row) throw new Error(`write matrix: no row for ${cell.name}`)
    const once = await runCell(cell.operation, row, 'request lost', options)
    const twice = await runCell(cell.operation, row, cell.loss, options)
    expect(twice.status).toBe(once.status)
    expect(twice.status).toBeLessThan(300)
    expect(twice.kinds).toEqual(once.kinds)
    expect(twice.afterThird).toEqual(twice.afterSecond)
    const { cost } = cell.operation
    expect(once.places).toEqual(cost && !row.forgetsPlace ? [cost] : [])
  })
}

function fieldsOf(schema: z.ZodMiniType): string[] {
  const whole = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema
  return 'shape' in whole ? Object.keys(Object(whole.shape)) : []
}

const keyNames = ['id', 'token', 'Idempotency-Key']

async function runCell(
  { method, path }: Operation,
  row: WriteRow,
  loss: Loss,
  { tenant, fetch, db, readStored }: WritesOptions,
) {
  const memberId = `auth0|${crypto.randomUUID()}`
  const part = await row.create?.(memberId)
  const { query = '', ...init } = (await row.request?.()) ?? {}
  const address = `https://encre.test${path.replace(/:\w+/, part ?? '')}${query}`
  const authorization = await tenant.authorization(memberId)
  const send = () => {
    const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) }
    return fetch(new Request(address, { method, ...init, headers }))
  }
  const read = async (sent: Promise<Response>) => {
    const response = await sent
    await response.text()
    return response.status
  }

  const before = await readStored(memberId)
  const placesBefore = await countPlaces(db)
  if (loss === 'answered' || loss === 'answer lost') await read(send())
  const late = loss === 'answer late' ? read(send()) : null
  const status = await read(send())
  await late
  const afterSecond = await readStored(memberId)
  const placesAfter = await countPlaces(db)
  await read(send())
  return {
    status,
    kinds: countChanges(before, afterSecond),
    afterSecond,
    afterThird: await readStored(memberId),
    /** The kinds of the places that it took. */
    places: [...placesAfter].flatMap(([kind, count]) =>
      count > (placesBefore.get(kind) ?? 0) ? [kind] : [],
    ),
  }
}

async function countPlaces(db: D1Database | undefined): Promise<Map<string, number>> {
  if (!db) return new Map()
  const { results } = await db
    .prepare('select kind, count(*) as count from places group by kind')
    .all<{ kind: string; count: number }>()
  return new Map(results.map(({ kind, count }) => [kind, count]))
}

/** How many things each table or bucket has gained or lost. */
function countChanges(before: Map<string, string>, after: Map<string, string>) {
  const counts = new Map<string, number>()
  const add = (stored: Map<string, string>, sign: number) => {
    for (const place of stored.keys()) {
      const kind = place.split(' ')[0] ?? ''
      counts.set(kind, (counts.get(kind) ?? 0) + sign)
    }
  }
  add(before, -1)
  add(after, 1)
  return Object.fromEntries([...counts].filter(([, count]) => count !== 0))
}
