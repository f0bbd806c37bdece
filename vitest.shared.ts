import { defineConfig } from 'vitest/config'

/**
 * The tests of screens, in happy-dom. The files share React and the DOM: a set-up file empties the
 * page after each test.
 */
export function defineScreenTests(name: string, setupFiles: string[]) {
  return defineConfig({
    // As in the build: shared packages have the React of the package that is tested.
    resolve: { dedupe: ['react', 'react-dom', '@testing-library/react'] },
    test: {
      name,
      environment: 'happy-dom',
      isolate: false,
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['@encre/protocol/left-listeners', ...setupFiles],
      testTimeout: 60_000,
      // Packed packages of a team elsewhere import CSS.
      server: { deps: { inline: [/@encre\//] } },
    },
  })
}
