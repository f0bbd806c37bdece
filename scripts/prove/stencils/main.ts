import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { startMakerRenderer } from '../../lib/maker-renderer.ts'
import { readPlainWords } from '../../lib/run-command.ts'
import { chartAngles, finishes } from './charts.ts'
import { isMet, judgeCharts, type Row } from './judge.ts'
import { judgeClean, tableOfClean } from './judge-clean.ts'
import { judgePicture, tableOf } from './judge-pictures.ts'
import { drawTestPictures } from './pictures.ts'
import { drawPair } from './sheet.ts'

readPlainWords(`npm test -- --long stencils    measures drawn charts and pictures as providers make them, prints what was found beside the aims, and
                                leaves each picture beside its stencil in .data/stencils`)
await startMakerRenderer()
const rows: Row[] = [...(await judgeCharts(chartAngles, finishes))]
const folder = join(root, '.data/stencils')
mkdirSync(folder, { recursive: true })
const judged = []
const judgedClean = []
for (const picture of drawTestPictures()) {
  const result = await judgePicture(picture)
  judged.push(result)
  console.log(result.line)
  // Where only the edges of fills and shade are known, no line is.
  if (picture.lineWidth > 0 && picture.style !== 'dotwork') {
    const clean = await judgeClean(picture)
    judgedClean.push(clean)
    console.log(clean.line)
  }
  if (result.dots)
    writeFileSync(join(folder, `${picture.name}.png`), drawPair(picture.picture, result.dots))
}
rows.push(...tableOf(judged), ...tableOfClean(judgedClean))
for (const row of rows) {
  const aim = `${row.isMost ? 'at most' : 'at least'} ${row.aim} ${row.unit}`
  console.log(
    `${isMet(row) ? ' ' : '!'} ${row.figure.padEnd(62)} ${row.found.toFixed(3).padStart(9)} ${row.unit.padEnd(7)} ${aim}`,
  )
}
const missed = rows.filter((row) => !isMet(row)).length
console.log(`${rows.length - missed} of ${rows.length} aims met`)
process.exit(missed === 0 ? 0 : 1)
