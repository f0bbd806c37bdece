import { mkdirSync, writeFileSync } from 'node:fs'
import { styles } from '@encre/protocol/catalogue'
import { drawDesign } from '../../workers/local/src/drawing/draw.ts'
import { renderPng } from '../../workers/local/src/drawing/render.ts'
import { startMakerRenderer } from '../lib/maker-renderer.ts'
import { readPlainWords } from '../lib/run-command.ts'

const subjects = [
  ['un loup sous la lune avec des roses', 'black (#000000), red (#cc0000), blue (#0066cc)', 'Dos'],
  ['une hirondelle', 'black (#000000), blue (#0066cc), red (#cc0000)', 'Épaule'],
  ['une carpe koï', 'black (#000000), red (#cc0000)', 'Jambe'],
  ['un crâne et une rose', 'black (#000000)', 'Bras'],
  ['un papillon', 'black (#000000), purple (#7733cc), blue (#0066cc)', 'Poitrine'],
  ['un tigre', 'black (#000000), green (#4c9900), red (#cc0000)', 'Autre'],
  ['un loup qui hurle à la lune', 'black (#000000), gray (#666666)', 'Dos'],
  ['un hibou', 'black (#000000), red (#cc0000), green (#4c9900)', 'Épaule'],
  ['un bateau et un ruban avec le prénom Louise', 'black (#000000), blue (#0066cc), red (#cc0000)', 'Autre'],
  ['un lion avec une couronne', 'black (#000000), red (#cc0000)', 'Autre'],
  ['un sujet inconnu', 'black (#000000), purple (#7733cc)', 'Autre'],
] as const
const ids: string[] = styles.map(({ id }) => id)
const usage = `npm run drawing sheet [styles]    draws a contact sheet: a row per style (${ids.join(', ')}), a column per subject`
const chosen = readPlainWords(usage, ids.length)
const unknown = chosen.filter((id) => !ids.includes(id))
if (unknown.length > 0) {
  console.error(`There is no style ${unknown.join(', ')}\n\n${usage}`)
  process.exit(1)
}
const cell = 512

await startMakerRenderer()
const rows = styles.filter((style) => chosen.length === 0 || chosen.includes(style.id))
const pictures = rows.flatMap((style, row) =>
  subjects.map(([subject, colours, placement], column) => {
    const started = performance.now()
    const prompt = `Create a ${style.name.toLowerCase()} tattoo design. Subject: ${subject}. Use these ink colors: ${colours}. Tattoo size: Moyen (10-15 cm). Placement: ${placement}.`
    const png = renderPng(drawDesign({ prompt, canvas: { width: 1024, height: 1024 } }))
    console.log(`${style.id}, ${subject}: ${Math.round(performance.now() - started)} ms, ${Math.round(png.length / 1024)} kB`)
    const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    return `<image x="${column * cell}" y="${row * cell}" width="${cell}" height="${cell}" href="${href}"/>`
  }),
)

const [width, height] = [subjects.length * cell, rows.length * cell]
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${pictures.join('')}</svg>`
const path = new URL('../../.wrangler/drawing-sheet.png', import.meta.url)
mkdirSync(new URL('.', path), { recursive: true })
writeFileSync(path, renderPng(sheet))
console.log(`.wrangler/drawing-sheet.png, ${width} x ${height}`)
