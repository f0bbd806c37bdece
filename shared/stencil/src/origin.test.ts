import { originRdf, xmpPacket } from '@encre/picture/origin-marks'
import { originLine } from '@encre/protocol/origin'
import { expect, test } from 'vitest'
import { writeExports } from './testing.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

// `npm test -- --long origins` reads the packets where each kind of file keeps them.
test.each(['ai', 'composed', 'drawn', 'imported'])(
  'every file of a design of origin %s says so once to people and to machines',
  async (origin) => {
    const title = 'Un loup <&> « seul »'
    const expected: Record<string, string> = {
      pdf: xmpPacket(origin, { title }),
      svg: originRdf(origin, { title }),
      png: xmpPacket(origin),
      psd: xmpPacket(origin, { title }),
      jpg: xmpPacket(origin, { isOnPhoto: true }),
    }
    for (const [name, bytes] of Object.entries(await writeExports(origin))) {
      const packet = expected[name.split('.')[1] ?? ''] ?? ''
      expect(text(bytes).split(packet), name).toHaveLength(2)
      expect(packet, name).toContain(`>${originLine(origin)}<`)
    }
  },
)

test('a file of an unknown origin claims nothing', async () => {
  for (const bytes of Object.values(await writeExports('scanned')))
    expect(text(bytes)).not.toMatch(/digitalsourcetype|Description/)
})
