import { expect, test } from 'vitest'
import { createFolder, writeIn } from '../lib/testing/scratch-folder.ts'
import { findMissingPackages } from './ordered-packages.ts'

const folder = createFolder()
const write = (path: string, text: string) => writeIn(folder, path, text)
const about = (name: string) =>
  findMissingPackages(folder).some((line) => line.includes(` imports ${name}:`))

test('names what the top level lacks', () => {
  write('shell/package.json', '{}')
  const lines = findMissingPackages(folder)
  expect(lines).toContain(
    'rsbuild.shared.ts is missing at the top level: the site was ordered with it (docs/product.md)',
  )
  expect(lines.some((line) => line.startsWith('shell '))).toBe(false)
})

test('an import of types, a comment, a test and a benchmark do not use a package', () => {
  write(
    'shell/src/a.ts',
    "import type { ReactNode } from 'react'\n// import { Hono } from 'hono'\n",
  )
  write('shell/src/a.test.tsx', "import { Auth0Provider } from '@auth0/auth0-react'\n")
  write('scripts/prove/bench/b.ts', "import OpenAI from 'openai'\n")
  for (const name of ['react', 'hono', '@auth0/auth0-react', 'openai']) {
    expect(about(name), name).toBe(true)
  }
})

test('an import of a value uses a package, and of the types of workers, a tsconfig.json', () => {
  write(
    'shell/src/b.ts',
    "import {\n  type Root,\n  createRoot,\n} from 'react-dom/client'\nconst { Hono } = await import('hono')\n",
  )
  write(
    'workers/gallery/tsconfig.json',
    '{ "compilerOptions": { "types": ["@cloudflare/workers-types"] } }',
  )
  for (const name of ['react-dom', 'hono', '@cloudflare/workers-types']) {
    expect(about(name), name).toBe(false)
  }
  expect(about('react')).toBe(true)
})
