import { type StyleId, styles } from '@encre/protocol/catalogue'
import type { Pixels } from '@encre/stencil/pixels'
import { drawDesign, drawProgress } from '../../../workers/local/src/drawing/draw.ts'
import { renderPixels } from '../../../workers/local/src/drawing/render.ts'
import { startMakerRenderer } from '../../lib/maker-renderer.ts'

/** A design of the embedded image maker, and the stencil that it drew first. */
export interface MakerDesign {
  style: StyleId
  subject: string
  picture: Pixels
  stencil: Pixels
}

const subjects = [
  ['un loup sous la lune avec des roses', 'black (#000000), red (#cc0000), blue (#0066cc)'],
  ['une carpe koï', 'black (#000000), red (#cc0000)'],
  ['un papillon', 'black (#000000), green (#4c9900), purple (#7733cc)'],
] as const

/** Three subjects in each style, `side` pixels square; one style and one subject where `only` says so. */
export async function drawMakerDesigns(side: number, only?: { style?: StyleId; subjects?: number }): Promise<MakerDesign[]> {
  await startMakerRenderer()
  const chosen = styles.filter((style) => !only?.style || only.style === style.id)
  return chosen.flatMap((style) =>
    subjects.slice(0, only?.subjects).map(([subject, colours]) => {
      const prompt = `Create a ${style.name.toLowerCase()} tattoo design. Subject: ${subject}. Use these ink colors: ${colours}. Tattoo size: Moyen (10-15 cm). Placement: Autre.`
      const request = { prompt, canvas: { width: side, height: side } }
      return { style: style.id, subject, picture: render(drawDesign(request)), stencil: render(drawProgress(request, 0)) }
    }),
  )
}

function render(svg: string): Pixels {
  const { width, height, pixels } = renderPixels(svg)
  return { width, height, data: pixels }
}
