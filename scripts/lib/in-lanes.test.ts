import { expect, it } from 'vitest'
import { inLanes } from './in-lanes.ts'

it('throws a failure when what was begun has ended, and begins nothing else', async () => {
  const slow = Promise.withResolvers<void>()
  const seen: string[] = []
  const work = inLanes(['slow', 'failing', 'never'], 2, async (item) => {
    seen.push(`${item} began`)
    if (item === 'failing') {
      setImmediate(slow.resolve)
      throw new Error('the network ended')
    }
    await slow.promise
    seen.push(`${item} ended`)
  }).catch((error: Error) => seen.push(error.message))
  await work
  expect(seen).toEqual(['slow began', 'failing began', 'slow ended', 'the network ended'])
})
