import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const parts = ['Decision', 'Why', 'Alternatives', 'Revisit']

export function findIncompleteDecisions(folder: string): string[] {
  const directory = join(folder, 'docs/decisions')
  const names = globSync('[0-9]*.md', { cwd: directory }).sort()
  const list = readFileSync(join(directory, 'README.md'), 'utf8')
  return names.flatMap((name) => {
    const text = readFileSync(join(directory, name), 'utf8')
    const number = name.slice(0, 3)
    const errors = [
      ...(text.startsWith(`# ${number} `) ? [] : [`its title must begin with # ${number}`]),
      ...(names.filter((other) => other.startsWith(number)).length === 1 ? [] : ['another record has its number']),
      ...parts.filter((part) => !new RegExp(`^\\*\\*${part}\\b`, 'm').test(text)).map((part) => `it has no paragraph **${part}**`),
      ...(list.includes(`](${name})`) ? [] : ['docs/decisions/README.md does not list it']),
    ]
    return errors.map((error) => `docs/decisions/${name}: ${error}`)
  })
}
