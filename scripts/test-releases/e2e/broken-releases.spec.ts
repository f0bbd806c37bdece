import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { openRegistry } from '../../../shell/e2e/registry.ts'
import { copyTree } from '../../lib/testing/copy-tree.ts'
import { sampledReleases } from '../broken-releases.ts'
import { tryRelease } from '../try-release.ts'

// A sample of the broken releases. `npm test -- --long releases` tries all of them.
let tree: string

test.beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'encre-releases-'))
  copyTree(tree)
})

test.afterAll(() => rmSync(tree, { recursive: true, force: true }))

for (const broken of sampledReleases) {
  test(`${broken.refusedBy} refuses a release that ${broken.name}`, async () => {
    const { refusal, seen } = await tryRelease(openRegistry(), tree, broken)
    expect(refusal).toMatch(broken.reason)
    expect(seen).toBe('the version before')
  })
}
