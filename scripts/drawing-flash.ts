import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { colours, type StyleId, styles } from '../shared/protocol/src/catalogue.ts'
import { drawDesign } from '../workers/local/src/drawing/draw.ts'
import { renderPng, startRenderer } from '../workers/local/src/drawing/render.ts'
import { findChromium } from './lib/chromium.ts'

// One design in each style as WebP, small enough for a page to show all seven. `npm run drawing:flash -- 240` makes them 240 pixels wide.
const subjects: Record<StyleId, readonly [subject: string, ...colours: string[]]> = {
  geometric: ['un loup', '#000000', '#0066cc'],
  'animal-portrait': ['un hibou', '#000000', '#666666'],
  dotwork: ['un crâne et une rose', '#000000'],
  traditional: ['un bateau', '#000000', '#cc0000', '#0066cc'],
  japanese: ['une carpe koï', '#000000', '#cc0000'],
  minimalist: ['une hirondelle', '#000000', '#cc0000'],
  watercolor: ['une rose', '#000000', '#cc0000', '#4c9900'],
}
const mostBytes = 120_000
const width = Number(process.argv[2] ?? 340)

await startRenderer(readFileSync(new URL('../workers/local/node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url)))
const folder = new URL('../.wrangler/drawing-flash/', import.meta.url)
mkdirSync(folder, { recursive: true })

// The browser is the encoder: nothing else here writes WebP.
const browser = await chromium.launch({ executablePath: findChromium(console.log) })
try {
  const page = await browser.newPage()
  let bytes = 0
  for (const { id, name } of styles) {
    const webp = await page.evaluate(encodeWebp, Buffer.from(renderPng(drawFlash(id, name))).toString('base64'))
    const file = Buffer.from(webp, 'base64')
    writeFileSync(new URL(`${id}.webp`, folder), file)
    bytes += file.length
    console.log(`${id}: ${(file.length / 1000).toFixed(1)} kB`)
  }
  console.log(`.wrangler/drawing-flash, ${width} x ${width}, ${(bytes / 1000).toFixed(1)} kB in all`)
  if (bytes > mostBytes) throw new Error(`the flash sheet takes ${bytes} bytes, more than ${mostBytes}: choose a smaller width`)
} finally {
  await browser.close()
}

function drawFlash(style: StyleId, name: string): string {
  const [subject, ...chosen] = subjects[style]
  const inks = chosen.map((hex) => `${colours.find((colour) => colour.hex === hex)?.label.toLowerCase()} (${hex})`).join(', ')
  const prompt = `Create a ${name.toLowerCase()} tattoo design. Subject: ${subject}. Use these ink colors: ${inks}. Tattoo size: medium (10-15 cm). Placement: custom.`
  return drawDesign({ prompt, canvas: { width, height: width } })
}

/** Runs in the page: a PNG in base64 becomes a WebP in base64. */
async function encodeWebp(png: string): Promise<string> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.72 })
  return btoa(Array.from(new Uint8Array(await webp.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}
