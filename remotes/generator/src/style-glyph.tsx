import type { StyleId } from '@encre/protocol/catalogue'
import type { ReactNode } from 'react'

/** A small drawing for each style, made the way that style is: with its line, its dots or its washes. An unknown style has none. */
export function StyleGlyph({ style, className }: { style: string; className?: string | undefined }) {
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
      {Object.hasOwn(glyphs, style) && glyphs[style as StyleId]}
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
        <path d="M32 15c-9 3-10.500 6.500-11.900 5M32 15c9 3 10.500 6.500 11.900 5" />
        <path d="M32 3.500 26.500 10 32 15l5.500-5Z" />
        <circle cx="43" cy="5.6" r=".6" fill="currentColor" />
      </g>
    ))}
  </g>
)

const wolfHalf = (
  <>
    <path d="M32 16.500 26 14 13 2.500c-2 7-2.500 13-1 19.500C9 26.500 7 31.500 5 38l6-.5-2.500 7 6.500-.5-.5 6 7-1.500 3 7.500 7.500 5" />
    <path d="M15.500 9.500c-.5 4 .2 8 1.500 11.500l5.500-5" />
    <path d="m25.500 14 4 10M29 40c-3 2.500-4.500 5-4.800 8.500L28 52" />
    <path d="M15 27.500c4-.5 8 1 11 5l-5.500.8c-2.500-.8-4.500-3-5.500-5.800Z" fill="currentColor" />
    <path d="M12 26c5-2.500 10-2 15 1.500 1.500 4 2 8 2 12.5" />
    <path
      d="m11.500 33.500 4 3.500M13 38.500l5 3M17 43.500l4.500 1.500M21.500 22l-4 .5M24 19l-5 .5M24.500 37.500l-3-.5M25 41.500l-3.500-.5"
      strokeWidth="1.1"
    />
  </>
)

const wolf = (
  <g strokeWidth="1.6">
    {wolfHalf}
    <g transform="matrix(-1 0 0 1 64 0)">{wolfHalf}</g>
    <path d="M27.500 50h9l-1.700 4.600L32 56.500l-2.800-1.900Z" fill="currentColor" />
    <path d="M32 19v8M32 56.500V61" strokeWidth="1.1" />
  </g>
)

const anchor = (
  <g strokeWidth="2.6">
    <circle cx="32" cy="8.5" r="5" />
    <path
      d="M29.500 13.500h5V50c6-.5 11-4 13.500-9l-4.500-.5L54.500 31c1 5 1 8-.5 13-3.500 9-12 14.500-22 17-10-2.500-18.500-8-22-17-1.500-5-1.500-8-.5-13l11 9.500-4.500.5c2.500 5 7.500 8.500 13.500 9Z"
      fill="currentColor"
      fillOpacity=".16"
    />
    <path d="M17 17.500h30v5H17Z" fill="currentColor" />
    <path d="M38 9c9-2 16 2.500 14 9.500-2.500 7.500-27 6-28.500 14-1 6 17.500 4 18 10.500.4 4-8 5.500-13 4" strokeWidth="4.6" />
    <path
      d="M38 9c9-2 16 2.500 14 9.500-2.500 7.500-27 6-28.500 14-1 6 17.500 4 18 10.500.4 4-8 5.500-13 4"
      stroke="var(--sheet)"
      strokeWidth="1.4"
      strokeDasharray="2.500 1.800"
      strokeLinecap="butt"
    />
  </g>
)

const wave = (
  <g strokeWidth="1.9">
    <circle cx="14.5" cy="15" r="8" fill="currentColor" />
    <path d="M2.500 61C5 41 13 24 29 15.500c10-5 22-3.500 28.500 5.500l-4-.5 3 4.500-4.500-1 2 5-4.800-1.800.8 5.300-4.500-3c-4.500 1-7.500 5-7 10.500C39.500 49 48 55 61.500 55.5" />
    <path d="M10 61c2-17 9-30 22-38 6-3.500 11-3.500 14.500-2.5" />
    <path d="M17.500 61c1.500-13 6.500-23 15.500-29.500M25 61c.8-8.500 3-15 7.500-20.500M32.500 61c0-4 .6-7.500 2-11M40 61c-.5-2-.6-3.500-.5-5M2.500 61h59" />
    <path d="M49 11.500h.01M54.500 12.800h.01M59.500 16h.01M60 27h.01M56.500 33h.01M51 37.500h.01" strokeWidth="2.6" />
  </g>
)

const sprig = (
  <g strokeWidth="1.050">
    <path d="M20 61c6.500-8 10.500-18 11.500-29 .6-7 1-12 4-18" />
    <path d="M35.500 14c-3.500-4.500-3-8.500 1.500-12 3.500 4.500 3 8.500-1.500 12Z" />
    <path d="M33.200 20c-5.200.8-9-1.500-10.700-7 5.700-.5 9.500 1.800 10.700 7ZM33 23.500c5.300 1.200 9.300-.8 11.500-6-5.500-1-9.800.8-11.500 6Z" />
    <path d="M31.800 31.500c-5.600 1.500-10-.5-12.800-6 5.900-1.400 10.700.6 12.800 6ZM31.500 34.500c5.500 2.200 10.300.6 13.800-4.500-5.700-2-10.700-.5-13.800 4.500Z" />
    <path d="M29 43.500c-5.600 2-10.400.4-14-4.800 5.700-2.200 10.900-.6 14 4.800ZM28.300 46c5 2.800 9.900 1.800 14.200-2.900-5.200-2.700-10.500-1.800-14.200 2.900Z" />
  </g>
)

const wash = (
  <g fill="currentColor" stroke="none">
    <path opacity=".22" d="M8 33C4 21 14 8 27 8c7-6 20-1 23 7 9 2 11 13 6 20 2 11-8 19-17 17-9 6-22 2-23-8-5-1-8-5-8-11Z" />
    <path opacity=".34" d="M15 30c0-9 8-15 16-13 6-4 14 0 15 7 5 5 2 13-4 15-3 7-13 8-18 2-6 0-9-5-9-11Z" />
    <path opacity=".85" d="M25 30c0-5 4-8 8-7 4-2 8 2 7 6 2 4-1 8-5 8-3 3-8 1-8-2-1 0-2-2-2-5Z" />
    <path
      opacity=".55"
      d="M22 47c1.500-1 3-.5 3 1l-.5 8c0 3-3.500 3-3.500 0ZM43 50c1-1 2.500-.5 2.500 1V61c0 2.600-2.800 2.600-2.800 0ZM33 51c.8-.6 2-.3 2 .8l-.2 4.200c0 1.800-2 1.800-2 0Z"
    />
    <circle cx="55" cy="8" r="3.4" opacity=".5" />
    <circle cx="60" cy="15.5" r="1.500" opacity=".7" />
    <circle cx="7" cy="11" r="2.3" opacity=".6" />
    <circle cx="12.5" cy="5" r="1.100" opacity=".8" />
    <circle cx="5" cy="50" r="1.9" opacity=".5" />
    <circle cx="58" cy="47" r="1.4" opacity=".7" />
  </g>
)

const glyphs: Record<StyleId, ReactNode> = {
  geometric: mandala,
  'animal-portrait': wolf,
  dotwork: <Moon />,
  traditional: anchor,
  japanese: wave,
  minimalist: sprig,
  watercolor: wash,
}

/** A moon of dots alone: they stand closer and grow heavier towards its shadow. */
function Moon() {
  return (
    <>
      {[1, 1.5, 2.1].map((weight, index) => (
        <path key={weight} strokeWidth={weight} d={moonDots[index]} />
      ))}
    </>
  )
}

const moonDots = ['', '', '']
for (let n = 0; n < 520; n++) {
  // The sunflower's spiral spreads points evenly over a disc.
  const radius = 29 * Math.sqrt(n / 520)
  const [x, y] = [radius * Math.cos(n * 2.39996), radius * Math.sin(n * 2.39996)]
  const shade = Math.hypot(x - 11, y + 8) / 40
  // A fixed scatter: the same moon on every page.
  if (shade ** 1.7 < (n * 0.618034) % 1) continue
  const weight = shade > 0.82 ? 2 : shade > 0.58 ? 1 : 0
  moonDots[weight] += `M${(32 + x).toFixed(1)} ${(32 + y).toFixed(1)}h.01`
}
