import { originLine } from '@encre/protocol/origin'
import { expect, test } from 'vitest'
import { readAiOrigin, xmpPacket } from './origin-marks.ts'

test.each([
  {
    origin: 'ai',
    line: 'Image générée par IA',
    alone: 'trainedAlgorithmicMedia',
    onPhoto: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    origin: 'composed',
    line: 'Image en partie générée par IA',
    alone: 'compositeWithTrainedAlgorithmicMedia',
    onPhoto: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    origin: 'drawn',
    line: 'Aperçu local, dessiné sans IA',
    alone: 'algorithmicMedia',
    onPhoto: 'compositeSynthetic',
  },
  { origin: 'imported', line: 'Dessin importé', alone: 'digitalCreation', onPhoto: 'composite' },
])(
  'an image of origin $origin says "$line", and $alone to machines; on a photo $onPhoto',
  ({ origin, line, alone, onPhoto }) => {
    expect(originLine(origin)).toBe(line)
    for (const { isOnPhoto, type } of [
      { isOnPhoto: false, type: alone },
      { isOnPhoto: true, type: onPhoto },
    ]) {
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
  {
    file: 'a manifest of an image by AI',
    declared: `qdigitalSourceTypex${uri('trainedAlgorithmicMedia')}dname`,
    origin: 'ai',
  },
  {
    file: 'XMP of an image by AI',
    declared: `DigitalSourceType="${uri('trainedAlgorithmicMedia')}"`,
    origin: 'ai',
  },
  {
    file: 'a manifest of an edit',
    declared: `${uri('trainedAlgorithmicMedia')}x${uri('compositeWithTrainedAlgorithmicMedia')}x`,
    origin: 'composed',
  },
  { file: 'XMP of a scan', declared: uri('digitalCapture'), origin: null },
  { file: 'nothing', declared: '', origin: null },
])('reads what a file declares in $file', ({ declared, origin }) => {
  expect(readAiOrigin(new TextEncoder().encode(`\ufffd\u0000${declared}\u0000`))).toBe(origin)
})
