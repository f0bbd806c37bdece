import { expect, test } from 'vitest'
import { readAiOrigin, xmpPacket } from './origin-marks.ts'
import { originLine } from './provenance.ts'

test.each([
  ['ai', 'Image générée par IA', 'trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'],
  [
    'composed',
    'Image en partie générée par IA',
    'compositeWithTrainedAlgorithmicMedia',
    'compositeWithTrainedAlgorithmicMedia',
  ],
  ['drawn', 'Aperçu local, dessiné sans IA', 'algorithmicMedia', 'compositeSynthetic'],
  ['imported', 'Dessin importé', 'digitalCreation', 'composite'],
])(
  'an image of origin %s says "%s", and %s to machines; on a photo %s',
  (origin, line, alone, onPhoto) => {
    expect(originLine(origin)).toBe(line)
    for (const [isOnPhoto, type] of [
      [false, alone],
      [true, onPhoto],
    ] as const) {
      const packet = xmpPacket(origin, { isOnPhoto, title: 'Loup <&>\u0007' })
      expect(packet).toContain(`>http://cv.iptc.org/newscodes/digitalsourcetype/${type}<`)
      expect(packet).toContain(`>${line}<`)
      expect(packet).toContain('>Loup &#60;&#38;&#62;<')
    }
  },
)

test.each(['scanned', 'toString', ''])(
  'claims nothing about the origin %j, which it does not know',
  (origin) => {
    expect([originLine(origin), xmpPacket(origin)]).toEqual([null, ''])
  },
)

const uri = (type: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`

// A C2PA manifest is CBOR: the length of the next text follows the address, and often reads as a
// letter.
test.each([
  [
    'a manifest of an image by AI',
    `qdigitalSourceTypex${uri('trainedAlgorithmicMedia')}dname`,
    'ai',
  ],
  ['XMP of an image by AI', `DigitalSourceType="${uri('trainedAlgorithmicMedia')}"`, 'ai'],
  [
    'a manifest of an edit',
    `${uri('trainedAlgorithmicMedia')}x${uri('compositeWithTrainedAlgorithmicMedia')}x`,
    'composed',
  ],
  ['XMP of a scan', uri('digitalCapture'), null],
  ['nothing', '', null],
])('reads what a file declares in %s', (_, declared, origin) => {
  expect(readAiOrigin(new TextEncoder().encode(`\ufffd\u0000${declared}\u0000`))).toBe(origin)
})
