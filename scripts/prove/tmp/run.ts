import { writeFileSync } from 'node:fs'
import { writePng } from '@encre/stencil/png'
import { startMakerRenderer } from '../../lib/maker-renderer.ts'
import { drawTestPictures } from '../stencils/pictures.ts'
import { openPage } from '../stencils/judge.ts'
import { judgeClean, tableOfClean } from '../stencils/judge-clean.ts'
await startMakerRenderer()
const names = process.argv[2]?.split('|')
const dump = process.argv[3]
const judged = []
for (const p of drawTestPictures()) {
  if (p.lineWidth === 0 || p.style === 'dotwork' || (names && !names.includes(p.name))) continue
  try {
    const r = await judgeClean(p); judged.push(r); console.log(r.line)
    if (dump) {
      const page = await openPage({ ...p.picture, data: p.picture.data.slice() }, p.style)
      const clean = { sizeMm: 125, widths: { outer: 0.9, inner: 0.6, detail: 0.5 }, moved: [] }
      const layers = await page.layers(125, clean)
      const f = { colour: 'black', isMirrored: false, title: '', origin: '' } as const
      writeFileSync(`/tmp/dump-${p.name}.png`, await writePng({ ...f, layers }))
      const only = { ...layers, lines: layers.clean!.drawing.fills }
      writeFileSync(`/tmp/dump-${p.name}-fills.png`, await writePng({ ...f, layers: only }))
      const plain = await page.layers(125)
      writeFileSync(`/tmp/dump-${p.name}-plain.png`, await writePng({ ...f, layers: plain }))
    }
  } catch (e) { console.log(p.name, e) }
}
for (const r of tableOfClean(judged)) console.log(r.figure, r.found.toFixed(2), r.unit, r.aim)
