// Which file may import which: scripts/check/imports.ts runs these rules. pnpm refuses packages that
// depend on each other (`disallowWorkspaceCycles`), and knip those that are imported undeclared.
const sharedOptions = '^(rsbuild|vitest)\\.shared\\.ts$'
const contract = '^workers/[^/]+/src/contract\\.ts$'
/** A long contract has parts, which it exports. */
const contractParts = '^workers/[^/]+/src/[a-z/-]*contract\\.ts$'

/**
 * Forbids every import from one package of the workspace to another, except to the allowed paths.
 * `$1` in a path is the first group of `from`.
 */
const importOnly = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(scripts|shell|remotes|workers|shared)/', pathNot: allowed },
})

export default {
  forbidden: [
    {
      name: 'no-file-cycle',
      comment: 'Move what both files need to a third file. A type-only import counts.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      comment:
        'Let only one of the folders import the other, or move what both need to a third folder.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'import-packages-by-name',
      comment:
        'A relative import stays in its package. Import another package by its name, from the exports of its package.json.',
      severity: 'error',
      from: { path: '^(shell|(?:remotes|workers|shared)/[^/]+)/' },
      to: { dependencyTypes: ['local'], pathNot: ['^$1/', sharedOptions] },
    },
    {
      name: 'shared-options-are-for-configurations',
      comment:
        'Only an rsbuild.config.ts imports rsbuild.shared.ts, and only a configuration of vitest imports vitest.shared.ts.',
      severity: 'error',
      from: { pathNot: '(^|/)(rsbuild|vitest)[a-z.]*\\.config\\.ts$' },
      to: { path: sharedOptions },
    },
    {
      name: 'contracts-are-leaves',
      comment: 'A contract imports its parts, zod/mini, shared/protocol and shared/picture only.',
      severity: 'error',
      from: { path: contractParts },
      to: {
        pathNot: ['^shared/(protocol|picture)/', '/node_modules/zod/mini/', contractParts],
      },
    },
    importOnly(
      'remote-imports',
      'A remote imports shared packages and its own worker’s contract.',
      '^remotes/([^/]+)/src/',
      ['^remotes/$1/', '^shared/', '^workers/$1/(src/contract\\.ts|[^/]+\\.released\\.json)$'],
    ),
    importOnly(
      'worker-imports',
      'A worker imports shared/protocol, shared/picture, shared/worker and other workers’ contracts.',
      '^workers/([^/]+)/src/',
      ['^workers/$1/', '^shared/(protocol|picture|worker)/', contract],
    ),
    importOnly(
      'shell-imports',
      'The shell imports shared packages and contracts.',
      '^shell/(src|worker)/',
      ['^shell/', '^shared/', contract],
    ),
    importOnly(
      'shared-imports',
      'A shared package imports shared/protocol and shared/picture only.',
      '^shared/(?!build/)([^/]+)/',
      ['^shared/$1/', '^shared/(protocol|picture)/'],
    ),
    importOnly(
      'build-imports',
      'The builds judge what they make: shared/build imports shared/releases too.',
      '^shared/build/',
      ['^shared/(build|releases|protocol|picture)/'],
    ),
    {
      name: 'stencil-imports-no-library',
      comment:
        'The stencil runs in every runtime: it imports shared/protocol, shared/picture and no library. Its tests may import more.',
      severity: 'error',
      from: { path: '^shared/stencil/src/', pathNot: '(\\.test|/testing)\\.ts$' },
      to: { pathNot: '^shared/(stencil|protocol|picture)/src/' },
    },
    {
      name: 'imports-resolve',
      comment: 'The other rules cannot see an import that does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Counts imports of types. TypeScript 6 parses them (see packageExtensions in
    // pnpm-workspace.yaml).
    tsPreCompilationDeps: true,
    exoticRequireStrings: ['vi.mock', 'vi.doMock', 'vi.importActual'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      mainFields: ['types', 'module', 'main'],
    },
    builtInModules: { add: ['cloudflare:workers', 'cloudflare:test'] },
  },
}
