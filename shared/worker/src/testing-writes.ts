import { expect, it } from 'vitest'
import { isWrite } from './flood-limits.ts'
import type { Operations } from './operations.ts'
import type { AccessRow } from './testing-access.ts'

// The write matrix of a worker: every declared write x every way to lose its answer, then sent again
// as the page sends it. One effect, one count, and the answer of the first time.

/** How a write is sent. A public one has the token of its address as the part of its path. */
type WriteRow = Pick<AccessRow, 'create' | 'request'>

/** What happens to the first request. A lost one has done its work, or has never arrived. */
const losses = ['answered', 'answer lost', 'answer late', 'request lost'] as const
type Loss = (typeof losses)[number]

interface WritesOptions {
  /** `/api/gallery` */
  basePath: string
  tenant: { authorization(memberId: string): Promise<{ authorization: string }> }
  fetch(request: Request): Promise<Response>
  /** What the worker stores of the member, or everything: each thing by its kind and its place. */
  readStored(memberId: string): Promise<Map<string, string>>
}

/**
 * Defines the tests of a worker's writes. Throws for a declared write without a row. A write that is
 * declared as `never` repeated is left out: its page says what to try.
 */
export function testWrites(
  operations: Operations,
  rows: Record<string, WriteRow>,
  options: WritesOptions,
) {
  const writes = Object.entries(operations).filter(([key]) => isWrite(methodOf(key)))

  it.each(writes)('%s says how it is repeated', (_key, { repeats, query, body, headers = [] }) => {
    expect(repeats).toBeDefined()
    const fields = [query, body].flatMap((part) => (part && typeof part !== 'string' ? [part] : []))
    const names = fields.flatMap((part) => Object.keys('shape' in part ? Object(part.shape) : {}))
    const hasKey = [...names, ...headers].some((name) => keyNames.includes(name))
    if (repeats === 'by-key') expect(hasKey).toBe(true)
  })

  const cells = writes.flatMap(([operation, { repeats }]) =>
    repeats === 'never' ? [] : losses.map((loss) => ({ operation, loss })),
  )
  it.each(cells)('$operation, $loss: has one effect when it is sent again', async (cell) => {
    const row = rows[cell.operation]
    if (!row) throw new Error(`write matrix: no row for ${cell.operation}`)
    const once = await runCell(cell.operation, row, 'request lost', options)
    const twice = await runCell(cell.operation, row, cell.loss, options)
    expect(twice.status).toBe(once.status)
    expect(twice.status).toBeLessThan(300)
    expect(twice.kinds).toEqual(once.kinds)
    expect(twice.afterThird).toEqual(twice.afterSecond)
  })
}

const keyNames = ['id', 'token', 'Idempotency-Key']

function methodOf(operation: string): string {
  return operation.split(' ')[0] ?? ''
}

async function runCell(
  operation: string,
  row: WriteRow,
  loss: Loss,
  { basePath, tenant, fetch, readStored }: WritesOptions,
) {
  const memberId = `auth0|${crypto.randomUUID()}`
  const part = await row.create?.(memberId)
  const { query = '', ...init } = (await row.request?.()) ?? {}
  const method = methodOf(operation)
  const path = operation.slice(method.length + 1).replace(/:\w+/, part ?? '')
  const authorization = await tenant.authorization(memberId)
  const send = () => {
    const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) }
    const address = `https://encre.test${basePath}${path}`.replace(/\/$/, '')
    return fetch(new Request(`${address}${query}`, { method, ...init, headers }))
  }
  const read = async (sent: Promise<Response>) => {
    const response = await sent
    await response.text()
    return response.status
  }

  const before = await readStored(memberId)
  if (loss === 'answered' || loss === 'answer lost') await read(send())
  const late = loss === 'answer late' ? read(send()) : null
  const status = await read(send())
  await late
  const afterSecond = await readStored(memberId)
  await read(send())
  return {
    status,
    kinds: countChanges(before, afterSecond),
    afterSecond,
    afterThird: await readStored(memberId),
  }
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
