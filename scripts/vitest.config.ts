import { defineConfig } from 'vitest/config'

// Many tests start processes or workers, which takes long on a busy machine.
export default defineConfig({
  test: {
    name: 'scripts',
    // Not `exclude`, which would take the place of the one of `npm test`.
    include: ['**/*.test.ts', '!prove/data-folders/**'],
    // The files share the packages that they load. A set-up file drops what they loaded of ours.
    isolate: false,
    setupFiles: ['lib/testing/load-anew.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
