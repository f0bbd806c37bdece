import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { getStatus, type Registry } from '@encre/registry-client'
import { minimumReports } from '../../shell/worker/registry/health-reports/minimum-reports.ts'
import { findChromium } from '../lib/chromium.ts'
import { withNewSite } from '../lib/new-site.ts'
import { copyTree } from '../lib/testing/copy-tree.ts'

/** Measures a release of the gallery from the command to everyone, and its rollback, on a new local site. */
export async function benchReleases(say: (sentence: string) => void): Promise<[string, string][]> {
  const chromium = findChromium(say)
  return withNewSite(say, async ({ registry, scratch }) => {
    const tree = join(scratch, 'tree')
    copyTree(tree)
    appendFileSync(join(tree, 'remotes/gallery/src/messages.ts'), '\n// A change.\n')
    const commit = ['-c', 'user.name=bench', '-c', 'user.email=bench@encre.test', 'commit', '--quiet', '--all', '-m', 'a change']
    execFileSync('git', commit, { cwd: tree })
    const run = (...words: string[]) =>
      timed(() =>
        promisify(execFile)(process.execPath, [join(tree, 'scripts/release/main.ts'), ...words], {
          cwd: tree,
          env: { ...process.env, CHROMIUM: chromium, ENCRE_ORIGIN: registry.origin, ENCRE_RELEASE_TOKEN: registry.token },
        }),
      )

    const before = (await getStatus(registry, 'gallery')).current ?? ''
    const release = await run('gallery')
    const version = (await getStatus(registry, 'gallery')).canary?.version ?? ''
    const ramp = await rampToEveryone(registry, version)
    const rollback = await run('rollback', 'gallery')
    const seen = await timed(async () => {
      while (versionOf(await visit(registry.origin)) !== before);
    })
    return [
      ['a release of the gallery: built, checked in a browser, uploaded, started for 5 %', seconds(release)],
      [`runs of the cron, one a minute, until everyone has it, with ${minimumReports} good reports per step`, String(ramp)],
      ['a rollback', seconds(rollback)],
      ['after it, until new pages have the version before', seconds(seen)],
    ]
  })
}

/** Sends good reports and runs the cron, until the canary is the version of everyone. Returns how often the cron ran. */
async function rampToEveryone(registry: Registry, version: string): Promise<number> {
  for (let runs = 0; ; runs++) {
    const { current, canary } = await getStatus(registry, 'gallery')
    if (current === version) return runs
    if (!canary) throw new Error('the canary has ended')
    await reportSuccesses(registry.origin, version)
    await fetch(`${registry.origin}/cdn-cgi/local/scheduled`)
  }
}

/** Opens pages until enough of their visitors are in the canary, and reports their success, each from a network of its own. */
async function reportSuccesses(origin: string, version: string): Promise<void> {
  for (let sent = 0; sent < minimumReports; ) {
    const manifest = await visit(origin)
    if (versionOf(manifest) !== version) continue
    sent += 1
    await fetch(`${origin}/api/releases/outcomes`, {
      method: 'POST',
      headers: { 'cf-connecting-ip': `198.51.100.${sent}` },
      body: JSON.stringify({ token: manifest.token, remote: 'gallery', outcome: 'ok' }),
    })
  }
}

/** The page manifest of a new visitor. */
async function visit(origin: string): Promise<PageManifest> {
  return parsePageManifest(await (await fetch(`${origin}/api/releases/compositions/current`)).json())
}

function versionOf({ remotes }: PageManifest): string | undefined {
  return remotes.find(({ name }) => name === 'gallery')?.current.version
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
