import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedSide, writeExports } from '@encre/stencil/testing'
import { installDebianPackages } from '../lib/programs.ts'
import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { withScratch } from '../lib/with-scratch.ts'

readPlainWords(`npm test -- --long origins    reads with exiftool, identify and xmllint what the exported files say about their origin and layers.
                                  npm test only finds the same texts in the same files.`)

const types = [
  ['ai', 'trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'Image générée par IA'],
  [
    'composed',
    'compositeWithTrainedAlgorithmicMedia',
    'compositeWithTrainedAlgorithmicMedia',
    'Image en partie générée par IA',
  ],
  ['drawn', 'algorithmicMedia', 'compositeSynthetic', 'Aperçu local, dessiné sans IA'],
  ['imported', 'digitalCreation', 'composite', 'Dessin importé'],
] as const

await runCommand(async () => {
  const packages = ['imagemagick', 'libimage-exiftool-perl', 'libxml2-utils']
  if (!hasPrograms()) installDebianPackages(packages, console.log)
  if (!hasPrograms()) {
    throw new ExpectedError(
      `This needs exiftool, identify and xmllint. Debian: apt-get install ${packages.join(' ')}`,
    )
  }
  await withScratch(async (folder) => {
    for (const [origin, alone, onPhoto, sentence] of types) {
      for (const [name, bytes] of Object.entries(await writeExports(origin))) {
        const path = join(folder, `${origin}-${name}`)
        writeFileSync(path, bytes)
        const type = name === 'skin.jpg' ? onPhoto : alone
        checkMarks(path, type, sentence)
        if (name.endsWith('.psd')) checkLayers(path)
        console.log(`${name.padEnd(12)} ${type.padEnd(36)} ${sentence}`)
      }
    }
  })
})

function hasPrograms(): boolean {
  return ['exiftool', 'identify', 'xmllint'].every(
    (name) => spawnSync(name, ['-ver', '--version'], { stdio: 'ignore' }).error === undefined,
  )
}

/** exiftool reads the origin and its sentence, and xmllint accepts the XML. */
function checkMarks(path: string, type: string, sentence: string): void {
  const read = (...words: string[]) => execFileSync('exiftool', words, { encoding: 'utf8' })
  const [tags] = JSON.parse(read('-json', '-XMP:all', '-a', path))
  const source = `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`
  assert.equal(tags.DigitalSourceType, source, path)
  assert.equal(tags.Description, sentence, path)
  const isSvg = path.endsWith('.svg')
  const xml = isSvg ? readFileSync(path, 'utf8') : read('-xmp', '-b', path)
  execFileSync('xmllint', ['--noout', '-'], { input: xml })
}

/** Two programs find the four layers of the design at 300 dots per inch. */
function checkLayers(path: string): void {
  const side = Math.round((exportedSide / 25.4) * 300)
  const fields = ['ImageWidth', 'ImageHeight', 'XResolution', 'LayerUnicodeNames']
  const [tags] = JSON.parse(
    execFileSync('exiftool', ['-json', ...fields.map((field) => `-${field}`), path], {
      encoding: 'utf8',
    }),
  )
  assert.deepEqual(
    fields.map((field) => tags[field]),
    [side, side, 300, ['original', 'ombrage', 'calque', 'repères']],
  )
  const lines = execFileSync('identify', ['-format', '%w %h %[resolution.x]\n', path], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
  assert.deepEqual(
    lines,
    Array.from({ length: 5 }, () => `${side} ${side} 300`),
  )
}
