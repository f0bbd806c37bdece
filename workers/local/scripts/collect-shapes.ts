import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Art, Layer, Tint } from '../src/drawing/art.ts'
import type { Point } from '../src/drawing/field/contours.ts'
import { headOf } from '../src/drawing/subjects/beasts.ts'
import { subjects } from '../src/drawing/subjects/catalogue.ts'

const drawings = new URL('../drawings/', import.meta.url)
const target = new URL('../src/drawing/shapes.generated.ts', import.meta.url)

const icons: Record<string, string> = {}
const arts: Record<string, Art> = {}

// Our own drawings go first: they are drawn for tattoos.
for (const file of readdirSync(drawings).sort()) {
  const name = file.replace('.svg', '')
  const svg = readFileSync(new URL(file, drawings), 'utf8')
  const layers = [...svg.matchAll(/<g(?: class="(\w+)")?>(.*?)<\/g>/gs)].map(
    ([, kind, content = '']) => readLayer(kind, content),
  )
  if (layers.length > 0) arts[name] = layers
  else icons[name] = pathsOf(svg)
}

// Only the icons that a subject names: the whole set is 4 MB.
const source = new URL('../node_modules/@iconify-json/game-icons/icons.json', import.meta.url)
const gameIcons: Record<string, { body: string } | undefined> = JSON.parse(
  readFileSync(source, 'utf8'),
).icons
for (const name of new Set(subjects.flatMap(({ shape }) => [shape, headOf(shape)]))) {
  if (arts[name] || icons[name]) continue
  const icon = gameIcons[name]
  if (!icon) throw new Error(`neither game-icons nor workers/local/drawings has "${name}"`)
  icons[name] = pathsOf(icon.body)
}

writeFileSync(
  target,
  `// Made by workers/local/scripts/collect-shapes.ts from workers/local/drawings and @iconify-json/game-icons. Not tracked.
import type { Art } from './art.ts'

export const icons: Readonly<Record<string, string>> = ${JSON.stringify(icons, null, 1)}

export const arts: Readonly<Record<string, Art>> = ${JSON.stringify(arts, null, 1)}
`,
)

function pathsOf(svg: string): string {
  return [...svg.matchAll(/ d="([^"]+)"/g)].map(([, d = '']) => d.replace(/^m/, 'M')).join('')
}

function readLayer(kind: string | undefined, content: string): Layer {
  const paths = [
    ...content.matchAll(/<path class="([^"]+)" d="([^"]*)"(?: opacity="([\d.]+)")?\/>/g),
  ]
  const join = (name: string) =>
    paths.flatMap(([, names, d]) => (names === name ? [d] : [])).join('')
  const [, names = '', area = ''] = paths[0] ?? []
  const [tint, edge] = names.split(' ')
  return {
    area,
    tint: tint as Tint,
    ...(edge === 'fine' || edge === 'none' ? { edge } : {}),
    ...(kind ? { [kind]: true } : {}),
    whips: paths
      .filter(([, names]) => names === 'whip')
      .map(([, , d = '', strength]) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (d.match(/-?[\d.]+/g) ?? []).map(Number)
        return {
          from: [x1, y1] as Point,
          to: [x2, y2] as Point,
          ...(strength ? { strength: Number(strength) } : {}),
        }
      }),
    lines: join('lines'),
    blacks: join('ink'),
  }
}
