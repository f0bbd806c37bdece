import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeExports } from '@encre/stencil/testing'
import { installDebianPackages } from './lib/programs.ts'
import { ExpectedError, readPlainWords, runCommand } from './lib/run-command.ts'
import { withScratch } from './lib/with-scratch.ts'

readPlainWords(`npm test -- --long provenance    reads with exiftool, identify and xmllint what the exported files say about their origin and layers.
                                  npm test only finds the same texts in the same files.`)

const types = [
  ['ai', 'trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'Image générée par IA'],
  ['composed', 'compositeWithTrainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'Image en partie générée par IA'],
  ['drawn', 'algorithmicMedia', 'compositeSynthetic', 'Aperçu local, dessiné sans IA'],
  ['imported', 'digitalCreation', 'composite', 'Dessin importé'],
] as const

await runCommand(async () => {
  const has = () =>
    ['exiftool', 'identify', 'xmllint'].every((name) => spawnSync(name, ['-ver', '--version'], { stdio: 'ignore' }).error === undefined)
  if (!has()) installDebianPackages(['imagemagick', 'libimage-exiftool-perl', 'libxml2-utils'], console.log)
  if (!has())
    throw new ExpectedError(
      'This needs exiftool, identify and xmllint. Debian: apt-get install imagemagick libimage-exiftool-perl libxml2-utils',
    )
  await withScratch(async (folder) => {
    for (const [origin, alone, onPhoto, sentence] of types) {
      for (const [name, bytes] of Object.entries(await writeExports(origin))) {
        const path = join(folder, `${origin}-${name}`)
        writeFileSync(path, bytes)
        const [tags] = JSON.parse(execFileSync('exiftool', ['-json', '-XMP:all', '-a', path], { encoding: 'utf8' }))
        const type = name === 'skin.jpg' ? onPhoto : alone
        assert.equal(tags.DigitalSourceType, `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`, path)
        assert.equal(tags.Description, sentence, path)
        const xml = name.endsWith('.svg')
          ? readFileSync(path, 'utf8')
          : execFileSync('exiftool', ['-xmp', '-b', path], { encoding: 'utf8' })
        execFileSync('xmllint', ['--noout', '-'], { input: xml })
        if (name.endsWith('.psd')) checkLayers(path)
        console.log(`${name.padEnd(12)} ${type.padEnd(36)} ${sentence}`)
      }
    }
  })
})

/** Two programs find the four layers of 4 cm at 300 dots per inch. */
function checkLayers(path: string): void {
  const fields = ['ImageWidth', 'ImageHeight', 'XResolution', 'LayerUnicodeNames']
  const [tags] = JSON.parse(execFileSync('exiftool', ['-json', ...fields.map((field) => `-${field}`), path], { encoding: 'utf8' }))
  assert.deepEqual(
    fields.map((field) => tags[field]),
    [472, 472, 300, ['original', 'ombrage', 'calque', 'repères']],
  )
  const lines = execFileSync('identify', ['-format', '%w %h %[resolution.x]\n', path], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(
    lines,
    Array.from({ length: 5 }, () => '472 472 300'),
  )
}
