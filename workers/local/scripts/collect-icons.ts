import { readFileSync, writeFileSync } from 'node:fs'
import { ownNames } from '../src/drawing/shapes/find-shape.ts'
import { subjects } from '../src/drawing/subjects/catalogue.ts'
import { headOf } from '../src/drawing/subjects/coats.ts'

// Only the icons that a subject names: the whole set is 4 MB.
const source = new URL('../node_modules/@iconify-json/game-icons/icons.json', import.meta.url)
const { icons } = JSON.parse(readFileSync(source, 'utf8'))

const names = [...new Set(subjects.flatMap(({ shape }) => [shape, headOf(shape)]))].filter((name) => !ownNames.includes(name)).sort()
const lines = names.map((name) => {
  const body: string | undefined = icons[name]?.body
  if (!body) throw new Error(`neither game-icons nor find-shape.ts has "${name}"`)
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map((match) => match[1])
  return `  '${name}': '${paths.map((path) => path?.replace(/^m/, 'M')).join('')}',`
})

writeFileSync(
  new URL('../src/drawing/shapes/game-icons.ts', import.meta.url),
  `// Made by scripts/collect-icons.ts from @iconify-json/game-icons.
// Icons by Lorc, Delapouite and the contributors of https://game-icons.net, under CC BY 3.0
// (https://creativecommons.org/licenses/by/3.0/). Outlines in a box of 512 x 512.

export const gameIcons: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`,
)
console.log(`${names.length} icons, ${ownNames.length} own shapes, ${subjects.length} subjects`)
