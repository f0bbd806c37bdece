import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../../../shell/e2e/fixtures.ts'
import { openRegistry } from '../../../shell/e2e/registry.ts'
import { copyTree } from '../../lib/testing/copy-tree.ts'
import { sampledReleases } from '../mutations.ts'
import { tryRelease } from '../try-release.ts'

// A sample. `npm test -- --long releases` tries a fault of each kind.
let tree: string

// Builds the remote, and opens its pages until three have a failure.
test.setTimeout(300_000)

test.beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'encre-releases-'))
  copyTree(tree)
})

test.afterAll(() => rmSync(tree, { recursive: true, force: true }))

for (const tried of sampledReleases) {
  test(`a release of ${tried.remote} that ${tried.name} is refused`, async () => {
    expect(await tryRelease(openRegistry(), tree, tried)).toMatchObject({
      isAsExpected: true,
      said: expect.stringMatching(tried.refusal ?? /^/),
    })
  })
}
