import type { StyleId } from '@encre/protocol/catalogue'
import { blur } from '@encre/stencil/blur'
import type { Pixels } from '@encre/stencil/pixels'
import { createRandom } from '@encre/stencil/testing'
import { renderPixels } from '../../../workers/local/src/drawing/render.ts'

type Point = readonly [number, number]

/** A drawing whose lines are known, and what a provider's picture or a photo makes of it. */
export interface TestPicture {
  name: string
  style: StyleId
  picture: Pixels
  /** The drawing alone, black on white. */
  drawn: Pixels
  /** Closed lines, as points in pixels. */
  contours: Point[][]
  /** The width of the lines in pixels; 0 where the contours are the edges of fills and shade. */
  lineWidth: number
}

interface Motif {
  /** Shapes that may be lost: shading, marks, washes. */
  shade: string
  contours: Point[][]
  width: number
  grey?: number
  /** Lines with two ends. */
  open?: Point[][]
}

/** Motifs are drawn in a square of this many units. */
const side = 1024
const around = (count: number, at: (angle: number, i: number) => Point) =>
  Array.from({ length: count }, (_, i) => at((2 * Math.PI * i) / count, i))
const circle = (x: number, y: number, radius: number) =>
  around(180, (a) => [x + radius * Math.cos(a), y + radius * Math.sin(a)])
const petal = (x: number, y: number, from: number, to: number, turn: number, wide: number) =>
  around(160, (a) => {
    const along = from + ((to - from) * (1 - Math.cos(a))) / 2
    const across = wide * Math.sin(a)
    return [
      x + along * Math.cos(turn) - across * Math.sin(turn),
      y + along * Math.sin(turn) + across * Math.cos(turn),
    ]
  })
const pathOf = (points: readonly Point[], close = 'Z') =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${close}`
const stroke = (d: string, width: number, colour = '#111') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`

const petals = (rings: readonly (readonly [number, number, number])[], wide: number) =>
  rings.flatMap(([count, from, to]) =>
    around(count, (a) => [a, 0]).map(([a]) => petal(512, 512, from, to, a + to, wide)),
  )
const body = (): Point[] =>
  around(300, (a) => [
    512 + (300 + 60 * Math.cos(3 * a)) * Math.cos(a),
    512 + (330 + 70 * Math.sin(2 * a)) * Math.sin(a),
  ])
const eyes = [circle(420, 430, 34), circle(604, 430, 34), circle(512, 600, 60)]

/** Short strokes or dots between two radii, denser towards the inner one. */
function marks(count: number, length: number, width: number, inner: number, outer: number): string {
  const random = createRandom(count)
  return Array.from({ length: count }, () => {
    const a = 2 * Math.PI * random()
    const r = inner + (outer - inner) * random() ** 2
    const x = 512 + r * Math.cos(a)
    const y = 512 + r * Math.sin(a)
    return stroke(
      pathOf(
        [
          [x, y],
          [x + length * Math.cos(a), y + length * Math.sin(a)],
        ],
        '',
      ),
      width * (0.6 + 0.8 * random()),
    )
  }).join('')
}

const hatch = (step: number, width: number) =>
  Array.from({ length: Math.floor(460 / step) }, (_, i) => {
    const y = 290 + i * step
    const half = Math.sqrt(Math.max(0, 230 ** 2 - (y - 512) ** 2))
    return stroke(`M${512 - half} ${y}Q512 ${y + 24} ${512 + half} ${y}`, width)
  }).join('')

const wash = (hue: string, dark: number, faint = 0.08) =>
  `<defs><radialGradient id="w"><stop offset="0" stop-color="${hue}" stop-opacity="${dark}"/><stop offset="1" stop-color="${hue}" stop-opacity="${faint}"/></radialGradient></defs><path d="${pathOf(body())}" fill="url(#w)"/>`
const ovals = (y: number, height: number, width: number) =>
  around(7, (_, i) => [210 + i * 100, i])
    .map(([x, i]) =>
      around(90, (a) => [
        x + (0.55 + 0.2 * Math.sin(5 * i)) * height * Math.cos(a),
        y + height * Math.sin(a),
      ]),
    )
    .filter(() => width > 0)

const fill = (points: readonly Point[], colour = '#111') =>
  `<path d="${pathOf(points)}" fill="${colour}"/>`
const ovalFills = (shapes: readonly Point[][]) => shapes.map((points) => fill(points)).join('')

/** Hairs that start inside the body and end at its edge. */
function fur(): string {
  const random = createRandom(5)
  const edge = body()
  const hairs = Array.from({ length: 2400 }, () => {
    const [x, y] = edge[Math.floor(edge.length * random())] ?? [512, 512]
    const share = 0.35 + 0.6 * Math.sqrt(random())
    const from: Point = [512 + (x - 512) * share, 512 + (y - 512) * share]
    const to: Point = [
      512 + (x - 512) * Math.min(1, share + 0.09),
      512 + (y - 512) * Math.min(1, share + 0.09),
    ]
    return stroke(pathOf([from, to], ''), 1.5 + 2 * random(), '#222')
  })
  return `<path d="${pathOf(edge)}" fill="#333" opacity="0.35"/>${hairs.join('')}${ovalFills(eyes)}`
}

/** Black blades that swell and taper. */
function tribal(): Point[][] {
  return around(6, (a) => [a, 0]).map(([a]) => petal(512, 512, 90, 440, a, 62))
}

/** Joined loops of a slanting hand. */
function script(): Point[][] {
  const word = (top: number, height: number, letters: number): Point[] =>
    Array.from({ length: letters * 40 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 40
      const along = 140 + (i / (letters * 40)) * 720
      const down = Math.cos(turn) * height * (Math.floor(i / 40) % 3 === 1 ? 1.7 : 1)
      return [along - 0.45 * height * Math.sin(turn) - 0.3 * down, top - down]
    })
  return [word(380, 46, 11), word(640, 34, 14)]
}

const motifs = {
  rings: { shade: '', contours: [440, 340, 240, 120].map((r) => circle(512, 512, r)), width: 2.4 },
  rose: {
    shade: '',
    contours: petals(
      [
        [9, 230, 440],
        [7, 130, 290],
        [5, 20, 150],
      ],
      70,
    ),
    width: 6,
  },
  mandala: {
    shade: marks(300, 0, 5, 60, 430),
    contours: [
      ...petals(
        [
          [16, 250, 440],
          [12, 120, 240],
        ],
        30,
      ),
      circle(512, 512, 100),
    ],
    width: 4,
  },
  raven: { shade: wash('#333', 0.4), contours: [body(), ...eyes], width: 5, grey: 0.55 },
  wolf: { shade: marks(700, 24, 2, 120, 340), contours: [body(), ...eyes], width: 6 },
  engraving: { shade: hatch(9, 2.6), contours: [circle(512, 512, 250), body()], width: 5 },
  whip: {
    shade: marks(1400, 9, 2.4, 250, 420),
    contours: [circle(512, 512, 245), circle(512, 512, 440), ...eyes],
    width: 6,
  },
  dots: {
    shade: marks(1800, 0, 5, 110, 400),
    contours: [circle(512, 512, 440), circle(512, 512, 100)],
    width: 5,
  },
  letters: {
    shade: stroke('M140 700H880', 3),
    contours: [...ovals(420, 46, 5), ...ovals(600, 22, 3)],
    width: 7,
  },
  watercolor: { shade: wash('#2a6fb0', 0.45), contours: [body(), ...eyes], width: 4, grey: 0.75 },
  flash: {
    shade: '',
    contours: [
      [300, 300],
      [720, 300],
      [300, 720],
      [720, 720],
    ].flatMap(([x = 0, y = 0]) => [
      circle(x, y, 120),
      circle(x, y, 60),
      petal(x, y, -90, 90, 0.7, 40),
    ]),
    width: 5,
  },
  // Shaded without a line around it.
  washOnly: {
    shade: wash('#222', 0.75, 0.16) + ovalFills(eyes),
    contours: [body(), ...eyes],
    width: 0,
  },
  softCat: {
    shade: `<defs><linearGradient id="c" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#222" stop-opacity="0.85"/><stop offset="1" stop-color="#222" stop-opacity="0.3"/></linearGradient></defs><path d="${pathOf(body())}" fill="url(#c)"/>${ovalFills(eyes)}`,
    contours: [body(), ...eyes],
    width: 0,
  },
  fur: { shade: fur(), contours: [body(), ...eyes], width: 0 },
  tribal: {
    shade: tribal()
      .map((points) => fill(points))
      .join(''),
    contours: tribal(),
    width: 0,
  },
  script: { shade: '', contours: [], width: 5, open: script() },
  texture: {
    shade: marks(2600, 5, 1.4, 20, 430),
    contours: [circle(512, 512, 440), circle(512, 512, 300), ...eyes],
    width: 7,
  },
  shadow: {
    shade: `<path d="${pathOf(body())}" fill="#000" opacity="0.25" transform="translate(22 26)"/>${fill(body(), '#fff')}`,
    contours: [body(), ...eyes],
    width: 6,
  },
} satisfies Record<string, Motif>

/** What lies under and over the drawing. */
interface Treatment {
  blur?: number
  noise?: number
  paper?: readonly [number, number, number]
  /** The share of light that is gone in the far corner, or in all corners. */
  fall?: number
  vignette?: number
  /** Slow blotches, as of skin. */
  blotches?: number
  ruled?: number
  over?: string
  isTransparent?: boolean
  /** Light ink on dark paper. */
  isInverted?: boolean
  /** Width and height in pixels; 1024 by 1024 without it. */
  size?: readonly [number, number]
}

const frame = (inset: number, width: number) =>
  `<rect x="${inset}" y="${inset}" width="${side - 2 * inset}" height="${side - 2 * inset}" fill="none" stroke="#111" stroke-width="${width}"/>`
const cream = [246, 238, 222] as const
const skin = [222, 178, 150] as const
const soft = { blur: 0.9, noise: 5 }

/** Nobody looks at the pictures that are held out while the code is written. */
const rows: [string, keyof typeof motifs, StyleId, Treatment, 'held out'?][] = [
  ['rings, soft', 'rings', 'geometric', { blur: 0.8 }],
  ['rose on cream', 'rose', 'traditional', { ...soft, paper: cream }],
  ['rose, light falls by 22 %', 'rose', 'traditional', { ...soft, fall: 0.22 }],
  [
    'mandala, light falls by 40 %',
    'mandala',
    'geometric',
    { ...soft, fall: 0.4, paper: cream },
    'held out',
  ],
  ['raven, soft and grey', 'raven', 'animal-portrait', { blur: 1.6, noise: 4 }],
  ['raven in a vignette', 'raven', 'animal-portrait', { ...soft, vignette: 0.35 }, 'held out'],
  ['wolf', 'wolf', 'animal-portrait', soft],
  ['wolf in a frame', 'wolf', 'animal-portrait', { ...soft, over: frame(40, 6) }],
  [
    'wolf on skin',
    'wolf',
    'animal-portrait',
    { ...soft, paper: skin, fall: 0.3, blotches: 0.03 },
    'held out',
  ],
  ['engraving', 'engraving', 'geometric', soft],
  [
    'engraving on cream, light falls',
    'engraving',
    'japanese',
    { ...soft, paper: cream, fall: 0.3 },
    'held out',
  ],
  ['whip shading', 'whip', 'traditional', soft],
  ['whip shading, vignette', 'whip', 'japanese', { ...soft, vignette: 0.3 }],
  ['dots', 'dots', 'dotwork', soft],
  ['dots on skin', 'dots', 'dotwork', { ...soft, paper: skin, vignette: 0.25, blotches: 0.02 }],
  ['lettering', 'letters', 'minimalist', soft],
  ['lettering on a notebook', 'letters', 'minimalist', { ...soft, ruled: 32 }],
  [
    'rose on a notebook, light falls',
    'rose',
    'traditional',
    { ...soft, ruled: 40, fall: 0.2 },
    'held out',
  ],
  ['watercolour', 'watercolor', 'watercolor', soft],
  [
    'watercolour on cream, light falls',
    'watercolor',
    'watercolor',
    { ...soft, paper: cream, fall: 0.25 },
    'held out',
  ],
  ['transparent watercolour', 'watercolor', 'watercolor', { isTransparent: true }],
  [
    'flash sheet in a double frame',
    'flash',
    'traditional',
    { ...soft, over: frame(30, 10) + frame(52, 3) },
  ],
  [
    'flash sheet on skin',
    'flash',
    'traditional',
    { ...soft, paper: skin, fall: 0.35, blotches: 0.04 },
  ],
  [
    'rose on skin in a frame',
    'rose',
    'japanese',
    { ...soft, paper: skin, fall: 0.2, over: frame(36, 8) },
    'held out',
  ],
  [
    'mandala on dark skin',
    'mandala',
    'geometric',
    { ...soft, paper: [140, 96, 72], fall: 0.25 },
    'held out',
  ],
  ['grey wash without lines', 'washOnly', 'animal-portrait', { ...soft, size: [1024, 1536] }],
  ['grey wash without lines, 2048', 'washOnly', 'watercolor', { ...soft, size: [2048, 2048] }],
  ['cat, light from one side', 'softCat', 'animal-portrait', { ...soft, size: [1536, 1024] }],
  [
    'cat in a vignette, 512',
    'softCat',
    'animal-portrait',
    { ...soft, vignette: 0.25, size: [512, 512] },
  ],
  ['fur', 'fur', 'animal-portrait', soft],
  ['fur, portrait', 'fur', 'japanese', { ...soft, size: [1024, 1536] }],
  ['tribal', 'tribal', 'geometric', soft],
  ['tribal, 2048', 'tribal', 'traditional', { ...soft, size: [2048, 2048] }],
  ['script', 'script', 'minimalist', { ...soft, size: [1536, 1024] }],
  ['script, 512', 'script', 'minimalist', { blur: 0.6, noise: 4, size: [512, 512] }],
  ['texture', 'texture', 'traditional', { ...soft, size: [1024, 1536] }],
  ['drop shadow', 'shadow', 'traditional', soft],
  ['mandala, 2048', 'mandala', 'geometric', { ...soft, size: [2048, 2048] }],
  ['engraving, landscape', 'engraving', 'geometric', { ...soft, size: [1536, 1024] }],
  ['stippling, 2048', 'dots', 'dotwork', { ...soft, size: [2048, 2048] }],
  ['rose, white on black', 'rose', 'traditional', { ...soft, isInverted: true }],
  [
    'mandala, white on black, 2048',
    'mandala',
    'geometric',
    { ...soft, isInverted: true, size: [2048, 2048] },
  ],
]

/** Needs `startMakerRenderer`. Draws the pictures whose name has these words. */
export function* drawTestPictures(words = ''): Generator<TestPicture> {
  for (const [name, key, style, treatment] of rows) {
    if (name.includes(words)) yield drawTestPicture(name, motifs[key], style, treatment)
  }
}

function drawTestPicture(
  name: string,
  motif: Motif,
  style: StyleId,
  treatment: Treatment,
): TestPicture {
  const [width, height] = treatment.size ?? [side, side]
  // The motif is stretched to the picture; its lines are not.
  const move = ([x, y]: Point): Point => [(x * width) / side, (y * height) / side]
  const lineWidth = (motif.width * Math.min(width, height)) / side
  const contours = motif.contours.map((points) => points.map(move))
  const open = (motif.open ?? []).map((points) => points.map(move))
  const lines = (colour: string) => [
    ...contours.map((points) => (lineWidth > 0 ? stroke(pathOf(points), lineWidth, colour) : '')),
    ...open.map((points) => stroke(pathOf(points, ''), lineWidth, colour)),
  ]
  const shade = `<g transform="scale(${width / side} ${height / side})">${motif.shade}</g>`
  const level = Math.round(255 * (1 - (motif.grey ?? 0.93)))
  const seen = lines(`rgb(${level},${level},${level})`).join('')
  const over = `<g transform="scale(${width / side} ${height / side})">${treatment.over ?? ''}</g>`
  const paper = '<rect width="100%" height="100%" fill="#fff"/>'
  return {
    name,
    style,
    drawn: render(paper + shade + lines('#000').join(''), width, height),
    picture: treat(render(shade + seen + over, width, height), treatment),
    contours: contours.length > 0 ? contours : open,
    lineWidth,
  }
}

function render(shapes: string, pixelWidth: number, pixelHeight: number): Pixels {
  const size = `width="${pixelWidth}" height="${pixelHeight}"`
  const { width, height, pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pixelWidth} ${pixelHeight}" ${size}>${shapes}</svg>`,
  )
  return { width, height, data: pixels }
}

function lightAt({ fall = 0, vignette = 0 }: Treatment, x: number, y: number): number {
  const away = Math.hypot(x - 512, y - 512) / 724
  return (1 - (fall * (x + y)) / (2 * side)) * (1 - vignette * away ** 2)
}

/** The paper's value in a channel, with its blotches and rules. */
function groundAt(
  { paper = [255, 255, 255], blotches = 0, ruled }: Treatment,
  phases: readonly number[],
  channel: number,
  x: number,
  y: number,
): number {
  const wave = (phase: number, k: number) =>
    Math.sin(phase + (x * Math.cos(phase) + y * Math.sin(phase)) / (20 + 9 * k))
  const blotch = blotches ? phases.reduce((sum, phase, k) => sum + wave(phase, k), 0) : 0
  const isRule = ruled && y % ruled < 2 && channel < 2
  return (paper[channel] ?? 255) * (1 + (blotches * blotch) / 3) * (isRule ? 0.82 : 1)
}

/** Puts premultiplied ink on paper, lights it, softens it and adds grain. */
function treat(ink: Pixels, treatment: Treatment): Pixels {
  const { blur: sigma = 0, noise = 0, isTransparent, isInverted } = treatment
  const { width, height } = ink
  const random = createRandom(11)
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  const phases = Array.from({ length: 8 }, () => 6 * random())
  for (let channel = 0; channel < 3; channel++) {
    const field = { width, height, data: new Float32Array(width * height) }
    for (let i = 0; i < field.data.length; i++) {
      const x = ((i % width) * side) / width
      const y = (Math.floor(i / width) * side) / height
      const lit = lightAt(treatment, x, y)
      const ground = groundAt(treatment, phases, channel, x, y)
      const alpha = (ink.data[4 * i + 3] ?? 0) / 255
      const value = lit * (ground * (1 - alpha) + ((ink.data[4 * i + channel] ?? 0) * ground) / 255)
      field.data[i] = isInverted ? 255 - value : value
    }
    const softened = sigma ? blur(field, sigma) : field
    for (let i = 0; i < field.data.length; i++) {
      data[4 * i + channel] = Math.round(
        (softened.data[i] ?? 0) + noise * (random() + random() + random() - 1.5),
      )
    }
  }
  if (!isTransparent) return { width, height, data }
  for (let i = 0; i < data.length; i++) {
    const alpha = ink.data[i | 3] ?? 0
    data[i] = i % 4 === 3 ? alpha : ((ink.data[i] ?? 0) * 255) / (alpha || 1)
  }
  return { width, height, data }
}
