import { originRdf, xmpPacket } from '@encre/protocol/origin-marks'
import { originLine } from '@encre/protocol/provenance'
import { expect, test } from 'vitest'
import { writeExports } from './testing.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** The packets that a reader of each kind of file finds where that kind keeps them. */
const readers: Record<string, (file: Buffer) => string[]> = {
  pdf: (file) => {
    const source = file.toString('latin1')
    const id = /\/Type\/Catalog[^\n]*\/Metadata (\d+) 0 R/.exec(source)?.[1]
    const [head = '', length] = new RegExp(`\\n${id} 0 obj\\n<</Length (\\d+)/Type/Metadata/Subtype/XML>>\\nstream\\n`).exec(source) ?? []
    const start = source.indexOf(head) + head.length
    return [text(file.subarray(start, start + Number(length)))]
  },
  svg: (file) => [/<metadata>(.*)<\/metadata>/.exec(text(file))?.[1] ?? ''],
  png: (file) => {
    const found: string[] = []
    for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
      const [keyword, , , , , content = ''] = text(file.subarray(at + 8, at + 8 + file.readUInt32BE(at))).split('\0')
      if (file.toString('latin1', at + 4, at + 8) === 'iTXt' && keyword === 'XML:com.adobe.xmp') found.push(content)
    }
    return found
  },
  psd: (file) => {
    const resources = file.subarray(34, 34 + file.readUInt32BE(30))
    const start = resources.indexOf(Buffer.from('8BIM\u0004\u0024\0\0', 'latin1'))
    return start < 0 ? [] : [text(resources.subarray(start + 12, start + 12 + resources.readUInt32BE(start + 8)))]
  },
  jpg: (file) => {
    // JFIF's own segment comes first.
    expect(file.readUInt16BE(2)).toBe(0xffe0)
    const found: string[] = []
    for (let at = 2; file.readUInt16BE(at) !== 0xffda; at += 2 + file.readUInt16BE(at + 2)) {
      const [name, packet = ''] = text(file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2))).split('\0')
      if (file.readUInt16BE(at) === 0xffe1 && name === 'http://ns.adobe.com/xap/1.0/') found.push(packet)
    }
    return found
  },
}

test.each(['ai', 'composed', 'drawn', 'imported'])(
  'every file of a design of origin %s says so to people and to machines',
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
      const kind = name.split('.')[1] ?? ''
      expect(readers[kind]?.(Buffer.from(bytes)), name).toEqual([expected[kind]])
      expect(expected[kind], name).toContain(`>${originLine(origin)}<`)
    }
  },
)

test('a file of an unknown origin claims nothing', async () => {
  for (const bytes of Object.values(await writeExports('scanned'))) expect(text(bytes)).not.toMatch(/digitalsourcetype|Description/)
})
