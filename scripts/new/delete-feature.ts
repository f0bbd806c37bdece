import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser'
import { ExpectedError } from '../lib/run-command.ts'
import { featureList, serviceConfigs } from './stamp-feature.ts'

/** How long the worker of a deleted feature keeps its data, so that a mistake can be undone. */
const keptDays = 30

/**
 * Deletes a feature in two calls. The first takes its remote away and makes its worker private:
 * erasures, exports and sweeps still reach it. After 30 days the second takes the worker away.
 * Returns what is left to do. Throws a sentence, before it writes, if another package needs it.
 */
export function deleteFeature(name: string, tree = root, now = new Date()): string {
  const row = findRow(name, tree)
  const keptUntil = /keptUntil: '([^']+)'/.exec(row)?.[1]
  if (keptUntil) return deleteWorker(name, keptUntil, tree, now)
  requireUnused(name, tree)
  const until = new Date(now.getTime() + keptDays * 86_400_000).toISOString().slice(0, 10)
  const kept = row
    .replace('isPublic: true', 'isPublic: false')
    .replace(/pages: '[^']+'/, 'pages: null')
    .replace(/,?\s*\}/, `, keptUntil: '${until}' }`)
  change(tree, featureList, (text) => text.replace(row, kept))
  dropLines(name, 'remotes', tree)
  rmSync(join(tree, 'remotes', name), { recursive: true, force: true })
  return `${name} has no pages any more; its worker keeps its data until ${until}.
Next: commit, npm run release withdraw ${name} -- --reason "it is deleted", deploy the shell.
From ${until} on, npm run new -- --delete ${name} takes the worker away.`
}

function deleteWorker(name: string, keptUntil: string, tree: string, now: Date): string {
  if (now.toISOString().slice(0, 10) < keptUntil)
    throw new ExpectedError(`The data of ${name} stays until ${keptUntil}. Nothing was deleted.`)
  const row = findRow(name, tree)
  const binding = /binding: '(\w+)'/.exec(row)?.[1] ?? ''
  change(tree, featureList, (text) => text.replace(row, ''))
  for (const config of serviceConfigs) {
    change(tree, config, (text) => unbindService(text, binding))
  }
  dropLines(name, 'workers', tree)
  rmSync(join(tree, 'workers', name), { recursive: true, force: true })
  return `${name} is not in this repository any more.
Next: commit, deploy the account worker and the shell, then delete the worker encre-${name}, its database and its bucket with wrangler.`
}

/** The row of the list, on one line or on several: the formatter breaks a long one. */
function findRow(name: string, tree: string): string {
  const text = readFileSync(join(tree, featureList), 'utf8')
  const [row] = new RegExp(`^ *\\{\\s*name: '${name}',[^}]*\\},?\\n`, 'm').exec(text) ?? []
  if (row) return row
  throw new ExpectedError(`${featureList} has no ${name}. Nothing was deleted.`)
}

function requireUnused(name: string, tree: string): void {
  const own = [`remotes/${name}/package.json`, `workers/${name}/package.json`]
  const users = globSync('{shell,shared/*,remotes/*,workers/*}/package.json', { cwd: tree }).filter(
    (path) =>
      !own.includes(path) &&
      new RegExp(`"@encre/${name}(-worker)?":`).test(readFileSync(join(tree, path), 'utf8')),
  )
  if (users.length > 0)
    throw new ExpectedError(`${users.join(' and ')} needs ${name}. Nothing was deleted.`)
}

/** The lines about one folder of the feature: of its owners, and of the diagram. */
function dropLines(name: string, group: 'remotes' | 'workers', tree: string): void {
  const drop = (path: string, isAbout: (line: string) => boolean) =>
    change(tree, path, (text) =>
      text
        .split('\n')
        .filter((line) => !isAbout(line))
        .join('\n'),
    )
  drop('.github/CODEOWNERS', (line) => line.startsWith(`/${group}/${name}/`))
  const camel = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const node = group === 'remotes' ? `\\b${camel}\\b(?!Worker|Data)` : `\\b${camel}(Worker|Data)\\b`
  drop('README.md', (line) => line.startsWith('  ') && new RegExp(`^  (.*> )?${node}`).test(line))
}

function unbindService(text: string, binding: string): string {
  const places: JSONPath[] = [[], ['env', 'staging'], ['env', 'production']]
  return places.reduce((changed, place) => {
    const config = place.reduce((node, key) => node[key], parse(changed))
    const index = config.services.findIndex(
      (service: { binding: string; service: string }) => service.binding === binding,
    )
    if (index < 0) return changed
    return applyEdits(changed, modify(changed, [...place, 'services', index], undefined, {}))
  }, text)
}

function change(tree: string, path: string, edit: (text: string) => string): void {
  if (!existsSync(join(tree, path))) return
  writeFileSync(join(tree, path), edit(readFileSync(join(tree, path), 'utf8')))
}
