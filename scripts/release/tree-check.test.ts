import { expect, test } from 'vitest'
import { listRemoteChecks, withoutOtherFeatures } from './tree-check.ts'

test('a release runs the checks of the workflow that are about its remote', () => {
  expect(listRemoteChecks('gallery').map(({ name }) => name)).toEqual([
    'types of remotes/gallery',
    'types of workers/gallery',
    'import directions and cycles',
    'contract of gallery only grows',
  ])
})

test("a forbidden import of another team does not stop a remote's release", () => {
  const own =
    'remote-imports: remotes/gallery/src/remote.tsx -> remotes/account/src/messages.ts. A remote imports shared packages.'
  const shared =
    'shared-imports: shared/ui/src/button.tsx -> shell/src/messages.ts. A shared package imports shared/protocol and shared/picture only.'
  const foreign =
    'no-folder-cycle: remotes/account/src/profile -> remotes/account/src/erasure -> remotes/account/src/profile.'
  expect(withoutOtherFeatures(`${own}\n${foreign}\n${shared}\n`, 'gallery')).toBe(
    `${own}\n${shared}`,
  )
  expect(withoutOtherFeatures(foreign, 'gallery')).toBe('')
})
