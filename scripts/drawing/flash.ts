import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { type StyleId, styleName } from '@encre/protocol/catalogue'
import { chromium } from '@playwright/test'
import { drawDesign, drawProgress } from '../../workers/local/src/drawing/draw.ts'
import { renderPng } from '../../workers/local/src/drawing/render.ts'
import { startMakerRenderer } from '../lib/maker-renderer.ts'
import { findChromium } from '../lib/programs.ts'
import { readPlainWords } from '../lib/run-command.ts'

readPlainWords(
  `npm run drawing flash    draws the home page's images with the embedded maker: a design per style, a stencil, an artist's sheet`,
)
const canvas = { width: 1024, height: 1024 }
const side = 384
const quality = 0.42
const mostBytes = 120_000
const folder = join(root, 'shell/src/flash')
const black = 'Use black ink'
const red = 'Use these ink colors: black (#000000), red (#cc0000)'
const blue = 'blue (#0066cc)'
type Design = readonly [subject: string, ink: string, placement: string]
const designs: Record<StyleId, Design> = {
  geometric: ['un hibou', black, 'Autre'],
  'animal-portrait': ['un loup', black, 'Autre'],
  dotwork: ['un crâne', black, 'Autre'],
  traditional: ['une hirondelle', `${red}, ${blue}`, 'Épaule'],
  japanese: ['une carpe koï', red, 'Jambe'],
  minimalist: ['un bateau', black, 'Autre'],
  watercolor: ['un papillon', `Use these ink colors: black (#000000), purple (#7733cc), ${blue}`, 'Autre'],
}

await startMakerRenderer()
const rose = promptOf('traditional', ['une rose', red, 'Bras'])
const pictures: [name: string, svg: string][] = [
  ...Object.entries(designs).map(([style, design]): [string, string] => [
    style,
    enlarge(drawDesign({ prompt: promptOf(style, design), canvas }), style === 'minimalist' ? 1.4 : 1),
  ]),
  ['stencil', enlarge(drawProgress({ prompt: rose, canvas }, 0), 1.6)],
  ['sheet', drawSheet(drawDesign({ prompt: rose, canvas }))],
]

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(console.log), args: ['--no-sandbox'] })
const page = await browser.newPage()
let total = 0
for (const [name, svg] of pictures) {
  const webp = Buffer.from(await page.evaluate(encodeWebp, { png: toDataUrl(renderPng(svg)), side, quality }), 'base64')
  writeFileSync(join(folder, `${name}.webp`), webp)
  total += webp.length
  console.log(`${name}: ${(webp.length / 1000).toFixed(1)} kB`)
}
await browser.close()
console.log(`${folder}: ${(total / 1000).toFixed(1)} kB`)
if (total > mostBytes) throw new Error(`the images take ${total} bytes, more than ${mostBytes}: lower their quality or side`)

function promptOf(style: string, [subject, ink, placement]: Design): string {
  return `Create a ${styleName(style).toLowerCase()} tattoo design. Subject: ${subject}. ${ink}. Tattoo size: Grand (18+ cm). Placement: ${placement}.`
}

function toDataUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}

function enlarge(svg: string, factor: number): string {
  const side = factor * 1024
  const corner = (1024 - side) / 2
  const image = `<image x="${corner}" y="${corner}" width="${side}" height="${side}" href="${toDataUrl(renderPng(svg))}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024">${image}</svg>`
}

function drawSheet(design: string): string {
  const lines = [0, 1, 2, 3].map((line) => `<path d="M470 ${838 + line * 34}h${line === 3 ? 170 : 290}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024">
    <path fill="#fff" d="M0 0h1024v1024H0z"/>
    <image x="82" y="0" width="900" height="900" href="${toDataUrl(renderPng(design))}"/>
    <g fill="none" stroke="#131118" stroke-width="4">
      <path d="M196 30h672v964H196z"/>
      <path d="M262 100h540m-540-14v28m540-28v28M222 160v540m-14-540h28m-28 540h28"/>
      <path d="M262 790h540" stroke-width="2"/>
    </g>
    <g stroke="#a29eae" stroke-width="8">${lines}</g>
    <circle cx="290" cy="852" r="26" fill="#131118"/><circle cx="360" cy="852" r="26" fill="#cc0000"/>
  </svg>`
}

async function encodeWebp({ png, side, quality }: { png: string; side: number; quality: number }): Promise<string> {
  const image = new Image()
  image.src = png
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, 0, 0, side, side)
  return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
}
