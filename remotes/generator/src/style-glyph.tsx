import { ofStyle, type StyleId } from '@encre/protocol/catalogue'
import type { ReactNode } from 'react'

export function StyleGlyph({
  style,
  className,
}: {
  style: string
  className?: string | undefined
}) {
  return (
    <svg
      className={className}
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ofStyle(glyphs, style)}
    </svg>
  )
}

const eighths = [0, 45, 90, 135, 180, 225, 270, 315]

const mandala = (
  <g strokeWidth="1.4">
    <circle cx="32" cy="32" r="28.5" />
    <circle cx="32" cy="32" r="3" />
    {eighths.map((angle) => (
      <g key={angle} transform={`rotate(${angle} 32 32)`}>
        <path d="M32 29c-4-5-4-9 0-14 4 5 4 9 0 14Z" />
        <path d="M32 15c-9 3-10.5 6.5-11.9 5M32 15c9 3 10.5 6.5 11.9 5" />
        <path d="M32 3.5 26.5 10 32 15l5.5-5Z" />
      </g>
    ))}
  </g>
)

const wolfHalf = (
  <>
    <path d="M32 16.5 26 14 13 2.5c-2 7-2.5 13-1 19.5C9 26.5 7 31.5 5 38l6-.5-2.5 7 6.5-.5-.5 6 7-1.5 3 7.5 7.5 5" />
    <path d="M15.5 9.5c-.5 4 .2 8 1.5 11.5l5.5-5" />
    <path d="m25.5 14 4 10M29 40c-3 2.5-4.5 5-4.8 8.5L28 52" />
    <path d="M15 27.5c4-.5 8 1 11 5l-5.5.8c-2.5-.8-4.5-3-5.5-5.8Z" fill="currentColor" />
    <path d="M12 26c5-2.5 10-2 15 1.5 1.5 4 2 8 2 12.5" />
    <path d="m11.5 33.5 4 3.5M13 38.5l5 3M17 43.5l4.5 1.5" strokeWidth="1.1" />
  </>
)

const wolf = (
  <g strokeWidth="1.6">
    {wolfHalf}
    <g transform="matrix(-1 0 0 1 64 0)">{wolfHalf}</g>
    <path d="M27.5 50h9l-1.7 4.6L32 56.5l-2.8-1.9Z" fill="currentColor" />
    <path d="M32 19v8M32 56.5V61" strokeWidth="1.1" />
  </g>
)

const rope = 'M38 9c9-2 16 2.5 14 9.5-2.5 7.5-27 6-28.5 14-1 6 17.5 4 18 10.5.4 4-8 5.5-13 4'

const anchor = (
  <g strokeWidth="2.6">
    <circle cx="32" cy="8.5" r="5" />
    <path
      d="M29.5 13.5h5V50c6-.5 11-4 13.5-9l-4.5-.5L54.5 31c1 5 1 8-.5 13-3.5 9-12 14.5-22 17-10-2.5-18.5-8-22-17-1.5-5-1.5-8-.5-13l11 9.5-4.5.5c2.5 5 7.5 8.5 13.5 9Z"
      fill="currentColor"
      fillOpacity=".16"
    />
    <path d="M17 17.5h30v5H17Z" fill="currentColor" />
    <path d={rope} strokeWidth="4.6" />
    <path
      d={rope}
      stroke="var(--sheet)"
      strokeWidth="1.4"
      strokeDasharray="2.5 1.8"
      strokeLinecap="butt"
    />
  </g>
)

const wave = (
  <g strokeWidth="1.8">
    <circle cx="13" cy="14" r="7.5" fill="currentColor" />
    <path d="M2.5 61C4 42 11 26 25 17.5 36 11 50 11.5 58 21.5c1.5 2 1 4.5-1 4-1.5-.5-2-2.5-3.5-3.5 2.5 3 2.5 6.5 .5 7.5-2 .5-2.5-2.5-4.5-3.5 2 3.5 1.5 7-.5 7.5-2 0-2-2.5-4.5-4 1.5 3.5 .5 6.5-1.5 6.5-1.5 0-2-1.5-3.5-2.5-3 3.5-3.5 8-1.5 12 3.5 6.5 11 10 24 10.5" />
    <path d="M9.5 61C11 44 17.5 30 29 22.5c6-4 12.5-5 18.5-3" />
    <path d="M16.5 61c1-14 6-24.5 14.5-31.5M23.5 61c1-10 4-17.5 9-23.5M30.5 61c.5-5.5 2-10 4-13.5M38 61c.5-2.5 1-4.5 2-6.5M46 61c0-1 .5-2 1-3M2.5 61h59" />
    <path
      d="M60.5 32h.01M56 34.5h.01M60 39h.01M51.5 38.5h.01M46.5 40.5h.01M54.5 43.5h.01"
      strokeWidth="2.2"
    />
  </g>
)

const sprig = (
  <g strokeWidth="1.05">
    <path d="M20 61c6-8 10-18 12-29 1-7 1-12 4-18" />
    <path d="M36 14c-4-4-3-8 2-12 4 4 3 8-2 12Z" />
    <path d="M33 20c-5 1-9-2-11-7 6 0 10 2 11 7ZM33 24c5 1 9-1 12-6-6-1-10 1-12 6Z" />
    <path d="M32 32c-6 2-10 0-13-6 6-1 11 1 13 6ZM32 34c6 2 10 1 14-4-6-2-11 0-14 4Z" />
    <path d="M29 44c-6 2-10 0-14-5 6-2 11-1 14 5ZM28 46c5 3 10 2 14-3-5-3-10-2-14 3Z" />
  </g>
)

const petals = [
  [8, 1.05],
  [66, 0.9],
  [122, 1],
  [185, 0.86],
  [236, 1],
  [302, 0.94],
] as const

const wash = (
  <g fill="currentColor" stroke="none">
    {petals.map(([angle, reach]) => (
      <g key={angle} transform={`translate(32 29) rotate(${angle}) scale(${reach})`}>
        <path opacity=".2" d="M-1 3C-13-3-14-17-8-24c3-4 12-5 16-1 7 7 6 20-5 28Z" />
        <path opacity=".3" d="M0 2C-7-3-9-12-5-18c3-4 8-3 10 0 4 6 2 14-5 20Z" />
      </g>
    ))}
    <circle cx="32" cy="29" r="3.6" opacity=".75" />
    <path
      opacity=".5"
      d="M25.8 47h2.2l.6 10.5c.1 3-3.6 3-3.5 0ZM38 45h1.8l.4 6.5c0 2.3-2.7 2.3-2.6 0Z"
    />
    <path opacity=".55" stroke="currentColor" strokeWidth="4" d="M57 9h.01M7 6h.01M7 54h.01" />
  </g>
)

const glyphs: Record<StyleId, ReactNode> = {
  geometric: mandala,
  'animal-portrait': wolf,
  dotwork: (
    <g data-dots>
      {stippleMoon().map(([weight, dots]) => (
        <path key={weight} strokeWidth={weight} d={dots} />
      ))}
    </g>
  ),
  traditional: anchor,
  japanese: wave,
  minimalist: sprig,
  watercolor: wash,
}

function stippleMoon(): [weight: number, dots: string][] {
  const tiers: [number, string][] = [
    [0.9, ''],
    [1.3, ''],
    [1.9, ''],
  ]
  for (let n = 0; n < 700; n++) {
    // A sunflower spiral spreads points evenly over a disc.
    const radius = 29 * Math.sqrt(n / 700)
    const x = radius * Math.cos(n * 2.39996)
    const y = radius * Math.sin(n * 2.39996)
    const shade = Math.min(1, Math.hypot(x - 12, y + 9) / 42)
    if (shade ** 2.4 < scatter(n)) continue
    const tier = tiers[[0.55, 0.8].filter((limit) => shade > limit).length]
    if (tier) tier[1] += `M${(32 + x).toFixed(1)} ${(32 + y).toFixed(1)}h.01`
  }
  return tiers
}

function scatter(n: number): number {
  const wild = Math.sin(n * 12.9898) * 43758.5453
  return wild - Math.floor(wild)
}
