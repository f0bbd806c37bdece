import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'

/** A text that occurs once in the sources, its replacement, and the behaviour that this breaks. */
type Mutant = readonly [find: string, replacement: string, breaks: string]

const mutants: readonly Mutant[] = [
  ['=`, from)]', '`, from)]', 'a page of the gallery loses its first design'],
  [
    'delete from links where id = ? and member_id = ? returning',
    'delete from links where id = ? and (member_id = ? or true) returning',
    'a member ends the links of another',
  ],
  [' && image.expiresAt > now / 1000', '', 'the address of an image never expires'],
  [
    'where token_hash = ? and expires_at > ? and deleted_at is null',
    'where token_hash = ? and (expires_at > ? or true) and deleted_at is null',
    'a link opens after its last day',
  ],
  ['.bind(owner, new Date().toISOString()),', ".bind('', ''),", 'an erased account saves a design'],
  ['instr(folded_subject, ?) > 0', 'instr(folded_subject, ?) >= 0', 'the search finds everything'],
  [
    '< Date.now() - beingSavedMs',
    '< Date.now() + beingSavedMs',
    'the sweep counts images that are being saved as orphans',
  ],
  [
    "if (newestRow === null) return 'table-empty'",
    '',
    'the sweep removes the images of a lost database',
  ],
  [
    'if (newer.length > 10) return',
    'if (newer.length > 10_000) return',
    'the sweep removes what is newer than a restored database',
  ],
  [
    'if ((await readSweepStop(db)) !== null) return false',
    '',
    'the sweep goes on by itself after it stopped',
  ],
  [
    'rendering, fineness, keeps_frame as keepsFrame',
    'rendering as fineness, fineness as rendering, keeps_frame as keepsFrame',
    'two settings of the atelier are exchanged',
  ],
  [
    "result[isDone ? 'done' : 'failed'].push(id)",
    'result.done.push(id)',
    'a failed deletion counts as done',
  ],
  ['xmpPacket(origin))]', "'')]", 'the image does not say where it comes from'],
  [
    "?.state !== 'ready') return problem",
    "?.state === 'failed') return problem",
    'an export that is not ready has a link',
  ],
  ['attempted_at > ?3) < ?4', 'attempted_at > ?3) <= ?4', 'a password can be guessed once more'],
  [
    'if (await hasErasure(c.env.DB, memberId)) return null',
    '',
    'a broken erasure cannot be repeated',
  ],
  [
    "const state = failures < mostFailures ? 'running' : 'failed'",
    "const state = 'failed'",
    'an export fails at its first error',
  ],
  [
    'if (/password/i.test(refusal))',
    "if (refusal === '')",
    'a weak password is answered as a failure of the tenant',
  ],
  [
    'filter((key) => key < before)',
    'filter(() => true)',
    'the list of erasures is emptied too early',
  ],
  [
    'if (generation.bodyHash !== bodyHash)',
    "if (bodyHash === '')",
    'a key that was used for another request returns the old design',
  ],
  ['?3), 0) < ?11', '?3), 0) <= ?11', 'a member has one generation too many'],
  [
    "busy: { next: 'queued' }",
    "busy: { next: 'interrupted' }",
    'a busy provider ends the generation',
  ],
  [
    "redirect: 'manual', signal: AbortSignal.any",
    "redirect: 'follow', signal: AbortSignal.any",
    'a redirect leaves the allowed origins',
  ],
  ['if (seen > limit) throw', 'if (seen > 2 * limit) throw', 'a body is twice as long as allowed'],
  [
    "state in ('failed', 'interrupted') and",
    "state in ('failed') and",
    'the history misses interrupted generations',
  ],
  [
    'if (isRunning(generation.state) && isStalled(generation))',
    'if (generation.id === null)',
    'a stalled generation is never continued',
  ],
  [
    'return milliseconds / 1000',
    'return milliseconds',
    'the wait that the provider asks for is a thousand times too long',
  ],
  [
    "grant === 'client-credentials' || subject.endsWith('@clients')",
    "grant === 'client-credentials'",
    'the token of a machine is a member',
  ],
  ['if (known && Date.now() < known.until)', 'if (known)', 'an expired token stays valid'],
  ['Math.max(0, size - suffix)', '0', 'the last bytes of a file are the first'],
  ['readBytes(c, maxBytes)', 'readBytes(c, 2 ** 30)', 'a body may have any length'],
  ["return FLOOD_LIMITS === 'off' ||", 'return true ||', 'nobody is ever slowed down'],
  [
    "every((line) => !line.startsWith('fail '))",
    "some((line) => !line.startsWith('fail '))",
    'a worker with a broken database is healthy',
  ],
  [
    "if (holder.remote !== null && holder.remote !== c.req.param('remote'))",
    "if (holder.remote === '')",
    "a team's token releases the remote of another team",
  ],
  [
    'where ?6 = coalesce((select revision from channels where remote = ?1), 0)',
    'where true',
    'two releases at the same time overwrite each other',
  ],
  [
    'undone.replaced = history.version and undone.id > history.id',
    'undone.replaced = history.version and undone.id < history.id',
    'a rollback goes to a version that was rolled back',
  ],
  [
    "isHashedFile(c.req.path) ? 'public, max-age=31536000, immutable' : 'no-cache'",
    "'no-cache'",
    'no file stays in the cache of browsers',
  ],
  [
    'if (!needed.has(path) && isUnused)',
    'if (isUnused)',
    'pruning deletes files that a page needs',
  ],
  [
    'return isSame(existing, release) ? c.json(existing)',
    'return release ? c.json(existing)',
    'a version is released twice with other files',
  ],
  [
    'if (!(await isSigned(secret, given, encode(purpose + payload)))) return null',
    '',
    'anybody signs tokens',
  ],
  [
    "address?.replace(/[?#].*$/s, '').slice(0, 200)",
    'address?.slice(0, 200)',
    'the log contains queries of addresses',
  ],
  [
    "JSON.stringify(manifest).replaceAll('<', '\\\\u003c')",
    'JSON.stringify(manifest)',
    'the manifest can end its script element',
  ],
  ['const minimumGapMm = 0.5', 'const minimumGapMm = 0.2', 'gaps that close are not reported'],
  [
    'return [(value >> 16) & 255, (value >> 8) & 255, value & 255]',
    'return [value & 255, (value >> 8) & 255, (value >> 16) & 255]',
    'red is measured as blue',
  ],
  [
    'pixelsPerMm: pixels / lengthMm',
    'pixelsPerMm: lengthMm / pixels',
    'the design on the photo has the wrong size',
  ],
  [
    'return radius * Math.asin(y / radius)',
    'return radius * Math.atan(y / radius)',
    'the design does not bend around the arm',
  ],
  ['if (measure(longer) <= width)', 'if (measure(word) <= width)', 'printed lines leave the paper'],
  ["paperLightness < darkPaper ? 'black' : 'blank'", "'blank'", 'a black image is called blank'],
  [
    "accepted: 'cancelling'",
    "accepted: 'running'",
    'a generation that was cancelled while it was sent runs on',
  ],
  [
    "return refused ? false : 'unsure'",
    'return false',
    'the page says that a lost request took nothing from the quota',
  ],
  [
    'const repeated = unanswered.filter(',
    'const repeated = [].filter(',
    'a repeated click makes a second design',
  ],
  [
    'error.status >= 400 && error.status < 500',
    'error.status >= 400',
    'a failure of the server counts as a refusal',
  ],
  [
    'position.lastEventId = eventId ?? position.lastEventId',
    'position.lastEventId = null',
    'a page that reconnects starts from the beginning',
  ],
  [
    'return { ...outcome, rest: ids.slice(start), error }',
    'return { ...outcome, rest: [], error }',
    'designs that were not deleted vanish from the page',
  ],
  [
    'page.designs.filter(({ id }) => !known.has(id))',
    'page.designs',
    'a design is twice in the gallery',
  ],
  [
    "searchParams.get('favourites') === 'true'",
    "searchParams.get('favourites') === '1'",
    'the address of the favourites shows all designs',
  ],
  [".replace(/œ/gi, 'oe')", '', 'the name of a file loses a letter'],
  [
    "const isDifferent = confirmPassword !== '' && confirmPassword !== newPassword",
    'const isDifferent = false',
    'two different passwords are accepted',
  ],
  ['isUnknown ? isStored(shell, id) : true', 'false', 'a refused deletion hides the design'],
  [" && !url.pathname.startsWith('//')", '', 'signing in leads to another site'],
  [
    'const early = expiresIn - renewBeforeExpirySeconds',
    'const early = expiresIn',
    'the token expires before it is renewed',
  ],
  ['() => loads.delete(key),', '() => undefined,', 'a remote that failed once never loads'],
  [
    'Math.max(0, Math.min(perMember -',
    'Math.max(0, Math.max(perMember -',
    'the quota shown is too large',
  ],
]

const usage = `npm test -- --long mutants    breaks the sources in ${mutants.length} ways, one after the other, and runs the tests: one must fail.
                              The files are restored. Two numbers choose the first and the last mutant.`

const folders = [
  'workers/*/src/*',
  'shell/worker/*',
  'shell/src/*',
  'shared/*/src/*',
  'remotes/*/src/*',
]
const report = join(mkdtempSync(join(tmpdir(), 'encre-mutants-')), 'report.json')

interface Source {
  path: string
  text: string
}

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Returns the numbers of the mutants that survive. */
function runMutants(from: number, to: number): number[] {
  const sources = readSources()
  const places = mutants.map((mutant) => findPlace(sources, mutant))
  return mutants.flatMap((mutant, index) => {
    const number = index + 1
    const place = places[index]
    if (!place || number < from || number > to) return []
    const failed = findFailedTest(place, mutant)
    console.log(
      `${number} ${failed === null ? 'SURVIVED' : 'killed'}: ${mutant[2]}${failed === null ? '' : ` (${failed})`}`,
    )
    return failed === null ? [number] : []
  })
}

function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing/.test(path))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function findPlace(sources: Source[], [find, , breaks]: Mutant): Source {
  const [place, ...others] = sources.filter(({ text }) => text.includes(find))
  if (!place || others.length > 0 || place.text.split(find).length > 2) {
    throw new ExpectedError(
      `"${breaks}": the text ${find} must occur once in the sources. Adjust it in scripts/prove/mutants.ts.`,
    )
  }
  return place
}

/**
 * The name of a test that fails with the mutant, or null. The nearest tests run first: of the file,
 * of its folder, all others.
 */
function findFailedTest({ path, text }: Source, [find, replacement]: Mutant): string | null {
  const restore = () => writeFileSync(join(root, path), text)
  const stop = () => {
    restore()
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) {
    process.once(signal, stop)
  }
  writeFileSync(
    join(root, path),
    text.replace(find, () => replacement),
  )
  try {
    const own = ['.test.ts', '.test.tsx']
      .map((end) => path.replace(/\.tsx?$/, end))
      .find((test) => existsSync(join(root, test)))
    // Tests inside workerd reach the worker without importing it.
    const workerTests = /^(workers|shell\/worker)\b/.test(path)
      ? () => runTests('run', `${path.split('/').slice(0, 2).join('/')}/`)
      : () => null
    return (
      (own ? runTests('run', own) : null) ??
      runTests('run', `${dirname(path)}/`) ??
      workerTests() ??
      runTests('related', '--run', path)
    )
  } finally {
    restore()
    for (const signal of signals) {
      process.removeListener(signal, stop)
    }
  }
}

function runTests(...words: string[]): string | null {
  const options = [
    '--passWithNoTests',
    '--maxWorkers=2',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  rmSync(report, { force: true })
  const run = (...more: string[]) =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words, ...options, ...more], {
      cwd: root,
      encoding: 'utf8',
    })
  let { status, stderr } = run('--bail=1')
  // vitest 5 ends without a report when it bails while a worker starts.
  if (status !== 0 && !existsSync(report)) ({ status, stderr } = run())
  if (status === 0) return null
  if (!existsSync(report)) throw new ExpectedError(`The tests did not start: ${stderr}`)
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find((test) => test.status === 'failed')
  const broken = testResults.find(
    ({ message, assertionResults }) => message && assertionResults.length === 0,
  )
  if (!failed)
    throw new ExpectedError(`${broken ? `${broken.name} did not run: ${broken.message}` : stderr}`)
  return failed.fullName
}

await runCommand(async () => {
  const [from = '1', to = String(mutants.length)] = readPlainWords(usage, 2)
  const survivors = runMutants(Number(from), Number(to))
  if (survivors.length > 0)
    throw new ExpectedError(`${survivors.length} survived: ${survivors.join(', ')}`)
})
