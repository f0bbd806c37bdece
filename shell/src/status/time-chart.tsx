import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import styles from './status-page.module.css'

const tones = {
  plain: { colour: '--ink', dash: [] },
  soft: { colour: '--ink-soft', dash: [2, 3] },
  bad: { colour: '--red', dash: [] },
  warning: { colour: '--red', dash: [6, 3] },
  other: { colour: '--violet', dash: [1, 2] },
}

export interface Line {
  name: string
  tone: keyof typeof tones
  values: (number | null)[]
}

interface TimeChartProps {
  label: string
  times: number[]
  lines: Line[]
  shape: 'steps' | 'points'
}

const height = 180

export function TimeChart({ label, times, lines, shape }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = new uPlot(describe(element, lines, shape), [times, ...lines.map((line) => line.values)], element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [times, lines, shape])

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{label}</figcaption>
      <div ref={place} className={styles.chart} role="img" aria-label={label} />
    </figure>
  )
}

function describe(element: HTMLElement, lines: Line[], shape: TimeChartProps['shape']): uPlot.Options {
  // The computed value of a property that uses `light-dark()` is its text: only a real property resolves it.
  const colourOf = (name: string) => {
    element.style.color = `var(${name})`
    return getComputedStyle(element).color
  }
  const axis: uPlot.Axis = {
    font: `12px ${getComputedStyle(element).fontFamily}`,
    stroke: colourOf('--ink-soft'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
  }
  const steps = uPlot.paths.stepped?.({ align: 1 })
  return {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(max ?? 0, 0.01) * 1.1] } },
    axes: [
      { ...axis, values: (_, seconds) => seconds.map(formatTick) },
      { ...axis, size: 56 },
    ],
    series: [
      { label: 'UTC', value: (_, seconds) => (seconds === null ? '' : `${formatDay(seconds)} ${formatHour(seconds)}`) },
      ...lines.map(({ name, tone }) => ({
        label: name,
        stroke: colourOf(tones[tone].colour),
        dash: tones[tone].dash,
        width: 1.5,
        points: { show: shape === 'points', size: 5 },
        ...(shape === 'steps' && steps && { paths: steps }),
      })),
    ],
  }
}

function formatTick(seconds: number): string {
  return seconds % 86_400 === 0 ? formatDay(seconds).slice(5) : formatHour(seconds)
}

function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

function formatHour(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 16)
}
