import type { Looks } from './page-facts.ts'
import { normalise, type Screen } from './presses.ts'
import type { Visit } from './visit.ts'

/**
 * What a visitor perceives differently, in words: a person judges whether that was meant. The lines
 * are those of the two accessibility trees.
 */
export function describeChanges(live: Visit, build: Visit): string[] {
  const before = number(live.screens)
  const after = number(build.screens)
  const screens = [...after].flatMap(([key, screen]) => {
    const known = before.get(key)
    const changes = known ? compareScreens(known, screen) : [`new: a control "${screen.after}"`]
    return changes.map((change) => (screen.after ? `after "${screen.after}": ${change}` : change))
  })
  const gone = [...before]
    .filter(([key]) => !after.has(key))
    .map(([, screen]) => `gone: the control "${screen.after}"`)
  const title =
    live.title === build.title ? [] : [`the title "${live.title}" is now "${build.title}"`]
  const changes = [...title, ...screens, ...gone, ...compareLooks(live.looks, build.looks)]
  // A press leaves most of the page as it was.
  const seen = new Set<string>()
  return changes.filter((change) => {
    const words = change.replace(/^after ".*?": /, '')
    if (seen.has(words)) return false
    seen.add(words)
    return true
  })
}

/** One control may be pressed twice: it also opens its dialog again. */
function number(screens: Screen[]): Map<string, Screen> {
  const numbered = new Map<string, Screen>()
  for (const screen of screens) {
    let turn = 1
    while (numbered.has(`${screen.after} ${turn}`)) turn += 1
    numbered.set(`${screen.after} ${turn}`, screen)
  }
  return numbered
}

function compareScreens(live: Screen, build: Screen): string[] {
  const gone = without(linesOf(live.aria), linesOf(build.aria))
  const added = without(linesOf(build.aria), linesOf(live.aria))
  const renamed = gone.flatMap((line) => {
    const index = added.findIndex((other) => other.role === line.role)
    const [other] = index < 0 ? [] : added.splice(index, 1)
    return other
      ? [`the ${line.role} ${line.text} is now ${other.text}`]
      : [`gone: the ${line.role} ${line.text}`]
  })
  return [...renamed, ...added.map(({ role, text }) => `new: the ${role} ${text}`)]
}

interface Line {
  role: string
  text: string
}

function linesOf(aria: string): Line[] {
  return aria.split('\n').flatMap((line) => {
    const [, role = '', rest = ''] = /^\s*- '?([\w/]+):? ?(.*?)'?:?$/.exec(line) ?? []
    const text = normalise(rest.replaceAll(/\[ref=\w+\]/g, '').trim())
    return role && text ? [{ role, text }] : []
  })
}

function without(lines: Line[], others: Line[]): Line[] {
  const left = others.map(({ role, text }) => `${role} ${text}`)
  return lines.filter(({ role, text }) => {
    const index = left.indexOf(`${role} ${text}`)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

function compareLooks(live: Looks, build: Looks): string[] {
  const sizes = build.controls.flatMap(({ name, width, height }) => {
    const before = live.controls.find((control) => control.name === name)
    if (!before || !name) return []
    const isSame = isNear(before.width, width) && isNear(before.height, height)
    return isSame
      ? []
      : [
          `the control "${name}" has ${width} × ${height} pixels instead of ${before.width} × ${before.height}`,
        ]
  })
  return live.pictures === build.pictures
    ? sizes
    : [...sizes, `it shows ${build.pictures} different pictures instead of ${live.pictures}`]
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(one, other) / 5
}
