import { readBrief } from './brief.ts'
import { createRandom } from './random.ts'
import { gameIcons } from './shapes/game-icons.ts'
import { ownShapes } from './shapes/own-shapes.ts'

export interface Canvas {
  width: number
  height: number
}

/** The drawing of a prompt as SVG: the same text for the same prompt and canvas. */
export function drawDesign(prompt: string, { width, height }: Canvas): string {
  const brief = readBrief(prompt)
  const random = createRandom(brief.seed)
  const ink = brief.colours[0]
  const scale = Math.min(width, height) / 1024
  const shapes = brief.subjects.slice(0, 3).map(({ subject }) => ownShapes[subject.shape] ?? gameIcons[subject.shape])
  const [main = gameIcons.jasmine, ...others] = shapes
  const rays = Array.from({ length: 24 }, (_, i) => `<path d="M0-400V-${430 + Math.round(random() * 30)}" transform="rotate(${i * 15})"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
<g transform="translate(${width / 2} ${height / 2}) scale(${scale})">
<g fill="none" stroke="${brief.colours.at(-1)}" stroke-width="6" stroke-linecap="round"><circle r="385"/>${rays.join('')}</g>
<path transform="scale(1.15) translate(-256 -256)" d="${main}" fill="${ink}" stroke="#fff" stroke-width="12" paint-order="stroke"/>
${others.map((shape, i) => `<path transform="translate(${i === 0 ? 180 : -330} 200) scale(.3)" d="${shape}" fill="${brief.colours[1] ?? ink}" stroke="#fff" stroke-width="30" paint-order="stroke"/>`).join('')}
</g></svg>`
}
