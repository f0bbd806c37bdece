import { fill, format, group, stroke } from '../svg.ts'

interface Ink {
  ink: string
  cloth: string
  shade: string
  width: number
}

/** A ribbon with folded, swallow-tailed ends, `width` wide, its middle at (x, y). It carries no word. */
export function banner(x: number, y: number, width: number, height: number, { ink, cloth, shade, width: line }: Ink): string {
  const [w, h] = [width / 2, height / 2]
  const n = format
  const front = `M${n(-w * 0.68)} ${n(-h)}Q0 ${n(h * 0.5)} ${n(w * 0.68)} ${n(-h)}V${n(h)}Q0 ${n(h * 2.5)} ${n(-w * 0.68)} ${n(h)}Z`
  const tail = (side: number) =>
    `M${n(side * w * 0.5)} ${n(-h * 0.1)}L${n(side * w)} ${n(-h * 1.35)}L${n(side * w * 0.86)} ${n(-h * 0.3)}L${n(side * w)} ${n(h * 0.55)}L${n(side * w * 0.5)} ${n(h * 1.8)}Z`
  const fold = (side: number) => `M${n(side * w * 0.68)} ${n(h)}L${n(side * w * 0.5)} ${n(h * 1.62)}L${n(side * w * 0.5)} ${n(h * 0.9)}Z`
  const whip = (side: number) =>
    `M${n(side * w * 0.68)} ${n(-h)}Q${n(side * w * 0.5)} ${n(-h * 0.62)} ${n(side * w * 0.4)} ${n(-h * 0.48)}Q${n(side * w * 0.6)} ${n(h * 0.2)} ${n(side * w * 0.68)} ${n(h)}Z`
  const rule = `M${n(-w * 0.34)} ${n(h * 0.72)}Q0 ${n(h * 1.22)} ${n(w * 0.34)} ${n(h * 0.72)}`
  return group(
    { transform: `translate(${n(x)} ${n(y)})` },
    fill(tail(-1) + tail(1), shade, { stroke: ink, 'stroke-width': line, 'stroke-linejoin': 'round' }),
    fill(fold(-1) + fold(1), ink),
    fill(front, cloth, { stroke: ink, 'stroke-width': line, 'stroke-linejoin': 'round' }),
    fill(whip(-1) + whip(1), ink),
    stroke(rule, ink, line * 0.6, { 'stroke-dasharray': `${n(line * 2)} ${n(line * 1.6)}` }),
  )
}
