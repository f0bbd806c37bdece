/** Edits of the tree: file -> its new text. A file that does not exist has the text ''. */
export type Edits = Record<string, (text: string) => string>

export const remote = 'remotes/gallery/src/remote.tsx'
const whole = 'remotes/gallery/src/whole-remote.tsx'
export const styles = 'remotes/gallery/src/gallery-page.module.css'
export const sheet = 'remotes/gallery/src/flash-sheet/design-sheet.tsx'
const card = 'remotes/gallery/src/flash-sheet/design-card.tsx'

export const broken = "throw new Error('this release is broken')"

export function leak(rule: string): Edits {
  return { [styles]: (text) => text.replace(/\}\s*$/, `  ${rule}\n}\n`) }
}

export function onMount(statement: string): Edits {
  return wrap('', `useEffect(() => { ${statement} }, [])`)
}

export function onPath(path: string): Edits {
  return wrap('', `if (shell.path.startsWith('${path}')) ${broken}`)
}

export function keeping(strings: number): Edits {
  return wrap(
    'const kept: string[][] = []',
    `useEffect(() => { kept.push(Array.from({ length: ${strings} }, (_, n) => 'card ' + n)) }, [])`,
  )
}

export function laterChunk(length: number): Edits {
  return {
    'remotes/gallery/src/ballast.ts': () => `export const ballast = '${incompressible(length)}'\n`,
    ...onMount("import('./ballast.ts').then(({ ballast }) => ballast.at(0))"),
  }
}

export function inSheet(statement: string): Edits {
  return {
    [sheet]: replace(
      'const sheet = useMovedFocus()',
      `const sheet = useMovedFocus()\n  ${statement}`,
    ),
  }
}

export function inEffect(statement: string): Edits {
  return wrap('', `useEffect(() => { ${statement} })`)
}

export function panel(style: string): Edits {
  return inEffect(
    `const panel = document.body.appendChild(document.createElement('div')); panel.style.cssText = '${style}'`,
  )
}

export function inCard(statement: string): Edits {
  return {
    [card]: replace(
      'const origin = originLine(design.origin)',
      `const origin = originLine(design.origin)\n  ${statement}`,
    ),
  }
}

/** Puts a component around the remote: statements of its module, and of its render. */
export function wrap(module: string, render: string): Edits {
  let original = ''
  return {
    [remote]: (text) => {
      original = text
      return `import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect } from 'react'
import { Remote as Whole } from './whole-remote.tsx'
${module}
export function Remote({ shell }: { shell: ShellApi }) {
  useEffect(() => {})
  ${render}
  return <Whole shell={shell} />
}
`
    },
    [whole]: () => original,
  }
}

export function replace(text: string, by: string): (source: string) => string {
  return (source) => source.replace(text, () => by)
}

export function addRoute(path: string): (source: string) => string {
  return replace(
    'export const routes = defineRoutes([',
    `export const routes = defineRoutes([\n  { path: '${path}', access: 'member', lang: 'fr', title: 'Taken' },`,
  )
}

/**
 * Text that gzip cannot shorten below three quarters: the digits of a simple random series, the
 * same in every run.
 */
export function incompressible(length: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return digits[state % 64]
  }).join('')
}
