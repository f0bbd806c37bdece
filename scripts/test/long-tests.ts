import { reportCounts, runJourneys, runNode } from '../lib/journeys.ts'
import { findChromium } from '../lib/programs.ts'
import { ExpectedError, readPlainWords, runCommand, say } from '../lib/run-command.ts'

const systemTests = ['--project', 'generator system tests']

interface LongTest {
  about: string
  /** Why no workflow runs it; a workflow runs each of the others. */
  byHand?: string
  /** Reads its own words from `process.argv`, prints its counts and sets the exit code. */
  run(): Promise<unknown>
}

const tooLong = 'nobody has measured that it ends within the 30 minutes of a workflow'

export const longTests: Record<string, LongTest> = {
  journeys: {
    about: 'the journeys that npm test leaves out',
    // Half of them on each of two sites.
    run: () =>
      testJourneys(
        'journeys',
        [1, 2].map((half) => [
          ...['--project=rest', `--shard=${half}/2`],
          `--output=test-results/rest-${half}`,
        ]),
      ),
  },
  crossing: {
    about: 'what crosses features, which npm test <feature> leaves out: kept data, journeys',
    run: testCrossing,
  },
  windows: {
    about: 'every screen in ten windows, light and dark: in view, axe, shifts, scrollers',
    run: () =>
      testJourneys('windows', [
        ['--project=alone', '--workers=2', 'scripts/prove/browsers/e2e/all-windows'],
      ]),
  },
  browsers: {
    about: "the main journey and each screen's geometry in Firefox and WebKitGTK",
    run: () => import('../prove/browsers/main.ts'),
  },
  files: {
    about: 'every file of every page, lost in every way, in a browser',
    byHand: tooLong,
    run: () =>
      testJourneys('files', [['--project=rest', 'shell/e2e/files']], { ENCRE_FILES: 'whole' }),
  },
  writes: {
    about: 'every way to lose the answer of a write, in a browser',
    run: () =>
      testJourneys('writes', [['--project=alone', '--workers=2', 'shell/e2e/(writes|two-tabs)']]),
  },
  releases: {
    about: 'a fault of each kind in a release, and honest releases on a busy machine',
    byHand: tooLong,
    run: () => import('../prove/releases/main.ts'),
  },
  canaries: {
    about: '1,000 canaries in clock time for each kind of site and fault',
    run: () => import('../prove/canaries.ts'),
  },
  stencils: {
    about: 'stencils of drawn charts and 42 pictures against what was drawn and their own PNG',
    run: () => import('../prove/stencils/main.ts'),
  },
  fuzz: {
    about: '100,000 random requests inside the workers, 10,000 over HTTP',
    run: () => import('../prove/fuzz.ts'),
  },
  dialects: {
    about: 'providers that each speak their own dialect of the image API',
    run: () => testUnits('dialects', [...systemTests, 'dialects'], { ENCRE_DIALECTS: 'whole' }),
  },
  crash: {
    about: 'kills the workers 200 times while they make designs',
    run: () => testUnits('crash', [...systemTests, 'crash'], { ENCRE_KILLS: '200' }),
  },
  heap: {
    about:
      'what each isolate has in memory over 20,000 requests and 40 members who draw for 10 minutes',
    run: () => import('../prove/heap.ts'),
  },
  backup: {
    about: 'a backup of 5,000,000 designs: its memory, and how long members wait meanwhile',
    byHand: tooLong,
    run: () => testUnits('backup', ['scripts/operate/backup'], { ENCRE_BACKUP_ROWS: '5000000' }),
  },
  units: {
    about: 'the files *.long.test.ts, which npm test leaves out, but those of backup and new',
    run: () =>
      testUnits('units', [
        '.long.test.',
        ...['backup-memory', 'stamped-feature'].map((name) => `--exclude=**/${name}.*`),
      ]),
  },
  new: {
    about: 'a new feature: its own tests, and from the command to its page and its first release',
    run: testNewFeature,
  },
  origins: {
    about: 'what exported files say about their origin, read by exiftool and xmllint',
    run: () => import('../prove/origins.ts'),
  },
  majors: {
    about: 'remotes on two majors of React, and on none, while the shell moves to another',
    run: () => import('../prove/majors.ts'),
  },
  elsewhere: {
    about: 'a remote of another repository, from packed packages to a running site',
    run: () => import('../prove/elsewhere.ts'),
  },
}

/** Runs the long test of this name, with the words after it. Without a name, prints the list. */
export async function runLongTest(name: string | undefined, words: string[]): Promise<void> {
  const list = Object.entries(longTests).map(
    ([one, { about }]) => `npm test -- --long ${one.padEnd(10)} ${about}`,
  )
  if (!name || name === '--help') return console.log(list.join('\n'))
  const test = Object.hasOwn(longTests, name) ? longTests[name] : undefined
  if (!test) throw new ExpectedError(`There is no long test "${name}":\n${list.join('\n')}`)
  process.argv = [...process.argv.slice(0, 2), ...words]
  await test.run()
}

async function testJourneys(
  name: string,
  groups: string[][],
  environment?: NodeJS.ProcessEnv,
): Promise<void> {
  readPlainWords(`npm test -- --long ${name}    ${longTests[name]?.about}`)
  await runCommand(async () => {
    const count = await runJourneys({
      chromium: findChromium(say),
      groups,
      ...(environment && { environment }),
      say,
    })
    reportCounts([count])
  })
  process.exit()
}

/** Sites that start on the data of earlier versions, then the shell's journeys through all screens. */
async function testCrossing(): Promise<void> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'kept data']
  const code = await runNode(vitest)
  if (code !== 0) throw new ExpectedError('The kept data is not read as it was written, see above')
  await testJourneys('crossing', [
    ['--project=pages', '--project=rest', 'shell/e2e/(access|erasure|journey)\\.spec'],
  ])
}

/** `environment` makes the tests of these files longer than in `npm test`. */
async function testUnits(
  name: string,
  files: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  readPlainWords(`npm test -- --long ${name}    ${longTests[name]?.about}`)
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--silent=false', ...files]
  process.exitCode = (await runNode(words, environment)) ?? 1
}

/** Runs without a site: the journey starts one of its own. */
async function testNewFeature(): Promise<void> {
  await testUnits('new', ['scripts/new'])
  const code = await runNode(['node_modules/@playwright/test/cli.js', 'test', '--project', 'new'], {
    CHROMIUM: findChromium(console.log),
  })
  process.exitCode ||= code ?? 1
}
