import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { ExpectedError, readPlainWords, runCommand } from './lib/run-command.ts'
import { type Mutant, mutants } from './mutants.ts'

const usage = `npm test -- --long mutants    breaks the sources in ${mutants.length} ways, one after the other, and runs the tests: one must fail.
                              The files are restored. Two numbers choose the first and the last mutant.`

const folders = ['workers/*/src/*', 'shell/worker/*', 'shell/src/*', 'shared/*/src/*', 'remotes/*/src/*']
const report = join(mkdtempSync(join(tmpdir(), 'encre-mutants-')), 'report.json')

interface Source {
  path: string
  text: string
}

interface Report {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Returns the numbers of the mutants that survive. */
function runMutants(from: number, to: number): number[] {
  const sources = readSources()
  const places = mutants.map((mutant) => findPlace(sources, mutant))
  return mutants.flatMap((mutant, index) => {
    const [number, place] = [index + 1, places[index]]
    if (!place || number < from || number > to) return []
    const failed = findFailedTest(place, mutant)
    console.log(`${number} ${failed === null ? 'SURVIVED' : 'killed'}: ${mutant[2]}${failed === null ? '' : ` (${failed})`}`)
    return failed === null ? [number] : []
  })
}

function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing/.test(path))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function findPlace(sources: Source[], [find, , breaks]: Mutant): Source {
  const [place, ...others] = sources.filter(({ text }) => text.includes(find))
  if (!place || others.length > 0 || place.text.split(find).length > 2) {
    throw new ExpectedError(`"${breaks}": the text ${find} must occur once in the sources. Adjust it in scripts/mutants.ts.`)
  }
  return place
}

/** The name of a test that fails with the mutant, or null. The nearest tests run first: of the file, of its folder, all others. */
function findFailedTest({ path, text }: Source, [find, replacement]: Mutant): string | null {
  const restore = () => writeFileSync(join(root, path), text)
  const stop = () => {
    restore()
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  writeFileSync(
    join(root, path),
    text.replace(find, () => replacement),
  )
  try {
    const own = ['.test.ts', '.test.tsx'].map((end) => path.replace(/\.tsx?$/, end)).find((test) => existsSync(join(root, test)))
    // Tests inside workerd reach the worker without importing it.
    const workerTests = /^(workers|shell\/worker)\b/.test(path)
      ? () => runTests('run', `${path.split('/').slice(0, 2).join('/')}/`)
      : () => null
    return (
      (own ? runTests('run', own) : null) ?? runTests('run', `${dirname(path)}/`) ?? workerTests() ?? runTests('related', '--run', path)
    )
  } finally {
    restore()
    for (const signal of signals) process.removeListener(signal, stop)
  }
}

function runTests(...words: string[]): string | null {
  const options = ['--bail=1', '--passWithNoTests', '--maxWorkers=2', '--reporter=json', `--outputFile=${report}`]
  rmSync(report, { force: true })
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words, ...options], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return null
  if (!existsSync(report)) throw new ExpectedError(`The tests did not start: ${stderr}`)
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find((test) => test.status === 'failed')
  const broken = testResults.find(({ message, assertionResults }) => message && assertionResults.length === 0)
  if (!failed) throw new ExpectedError(`${broken ? `${broken.name} did not run: ${broken.message}` : stderr}`)
  return failed.fullName
}

await runCommand(async () => {
  const [from = '1', to = String(mutants.length)] = readPlainWords(usage, 2)
  const survivors = runMutants(Number(from), Number(to))
  if (survivors.length > 0) throw new ExpectedError(`${survivors.length} survived: ${survivors.join(', ')}`)
})
