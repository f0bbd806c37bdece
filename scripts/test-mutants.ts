import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { ExpectedError } from './lib/expected-error.ts'
import { explainError, readPlainWords } from './lib/run-command.ts'
import { type Mutant, mutants } from './mutants.ts'

const usage = `npm test -- --long mutants    breaks the sources in ${mutants.length} ways, one after the other, and runs the tests: one must fail.
                              The files are restored. Two numbers choose the first and the last mutant.`

const folders = ['workers/*/src/*', 'shell/worker/*', 'shell/src/*', 'shared/*/src/*', 'remotes/*/src/*']

/** Returns the numbers of the mutants that survive. */
async function runMutants(from: number, to: number): Promise<number[]> {
  const places = mutants.map(findPlace(readSources()))
  const vitest = await createVitest('test', { root, watch: false, reporters: [{}], silent: true, maxWorkers: 2 })
  const survivors: number[] = []
  try {
    for (const [index, mutant] of mutants.entries()) {
      const [number, place] = [index + 1, places[index]]
      if (!place || number < from || number > to) continue
      const failed = await findFailedTest(vitest, place, mutant)
      if (failed === null) survivors.push(number)
      console.log(`${number} ${failed === null ? 'SURVIVED' : 'killed'}: ${mutant[2]}${failed === null ? '' : ` (${failed})`}`)
    }
  } finally {
    await vitest.close()
  }
  return survivors
}

interface Place {
  path: string
  text: string
}

function readSources(): Place[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing/.test(path))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function findPlace(sources: Place[]) {
  return ([find, , breaks]: Mutant): Place => {
    const [place, ...others] = sources.filter(({ text }) => text.includes(find))
    if (!place || others.length > 0 || place.text.split(find).length > 2) {
      throw new ExpectedError(`"${breaks}": the text ${find} must occur once in the sources. Adjust it in scripts/mutants.ts.`)
    }
    return place
  }
}

/** The name of a test that fails with the mutant, or null. */
async function findFailedTest(vitest: Vitest, { path, text }: Place, [find, replacement]: Mutant): Promise<string | null> {
  const file = join(root, path)
  const replaceFile = (content: string) => {
    writeFileSync(file, content)
    vitest.invalidateFile(file)
  }
  const restore = () => replaceFile(text)
  process.once('exit', restore)
  replaceFile(text.replace(find, () => replacement))
  try {
    for (const specifications of await listSpecifications(vitest, path)) {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      const failed = testModules.map(findFailure).find((name) => name !== null)
      if (failed) return failed
      if (unhandledErrors.length > 0) return `${unhandledErrors[0]}`
    }
    return null
  } finally {
    restore()
    process.removeListener('exit', restore)
  }
}

/** The nearest tests first: of the file, of its folder, of its package, and all others that import it. */
async function listSpecifications(vitest: Vitest, path: string): Promise<TestSpecification[][]> {
  const distances = [path.replace(/\.tsx?$/, '.test.'), `${dirname(path)}/`, `${path.split('/').slice(0, 2).join('/')}/`].map((part) =>
    join(root, part),
  )
  vitest.config.related = [join(root, path)]
  const related = await vitest.getRelevantTestSpecifications()
  delete vitest.config.related
  // Tests inside workerd reach the worker without importing it.
  const all = [...new Set([...(await vitest.globTestSpecifications([distances.at(-1) ?? ''])), ...related])]
  const rank = ({ moduleId }: TestSpecification) => distances.findIndex((part) => moduleId.startsWith(part))
  return [0, 1, 2, -1].map((distance) => all.filter((one) => rank(one) === distance)).filter((group) => group.length > 0)
}

function findFailure(module: TestModule): string | null {
  const [failed] = module.children.allTests('failed')
  if (failed) return failed.fullName
  const [error] = module.errors()
  if (error) throw new ExpectedError(`${module.moduleId} did not run: ${error.message}`)
  return null
}

try {
  const [from = '1', to = String(mutants.length)] = readPlainWords(usage, 2)
  const survivors = await runMutants(Number(from), Number(to))
  if (survivors.length > 0) throw new ExpectedError(`${survivors.length} survived: ${survivors.join(', ')}`)
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}
process.exit()
