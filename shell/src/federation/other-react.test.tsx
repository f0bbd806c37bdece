import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ManifestVersion, type ReactFile, reactModules } from '@encre/protocol/page-manifest'
import type { MountedRemote, ShellApi } from '@encre/protocol/shell-api'
import { ModuleFederation } from '@module-federation/runtime-tools/runtime-core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { version as ownVersion } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../error-boundary.tsx'
import { makeManifest, makeVersion } from '../testing-manifest.ts'
import { addReactFiles } from './react-files.ts'
import { loadVersion } from './runtime.ts'

// The network is replaced. The remotes share React with the federation runtime, as built ones do,
// and the other React is the real one.
const { loadFile } = vi.hoisted(() => ({ loadFile: vi.fn() }))
vi.mock('../load-file.ts', () => ({ loadFile }))

type React = typeof import('react')
const requireOther = createRequire(join(import.meta.dirname, '../../reacts/18/package.json'))
const other: React = requireOther('react')
const makeFile = (version: string): ReactFile => ({
  version,
  file: `/static/js/react-${version}.01234567.js`,
  integrity: `sha384-of${version}`,
})
addReactFiles({ ...makeManifest(), reacts: [makeFile(ownVersion), makeFile(other.version)] })

let count = 0
const shell = { path: '/relief' } as ShellApi

/** A remote that shares React in this range and exposes what `write` returns. */
function createVersion(range: string, write: (react: React) => object): ManifestVersion {
  const version = makeVersion('relief', `v${++count}`)
  const federation = new ModuleFederation({ name: version.global, remotes: [] })
  const customShareInfo = { shareConfig: { singleton: true, requiredVersion: range } }
  const container = {
    init: (scope: Parameters<typeof federation.initShareScopeMap>[1]) =>
      federation.initShareScopeMap('default', scope),
    async get() {
      const share = await federation.loadShare<React>('react', { customShareInfo })
      const react = share ? share() : undefined
      if (!react) throw new Error('the remote shares nothing')
      const module = write(react)
      return () => module
    },
  }
  Reflect.set(window, version.global, container)
  return version
}

async function load(range: string, write: (react: React) => object) {
  return (await loadVersion(createVersion(range, write))).Remote
}

const Plain = (react: React) => ({
  Remote: ({ shell: { path } }: { shell: ShellApi }) => {
    const [text] = react.useState(`React ${react.version}`)
    return react.createElement('h1', null, `${text} ${path}`)
  },
})

const requestedReacts = () =>
  loadFile.mock.calls.filter(([file]) => file.startsWith('/static/js/react-'))

beforeEach(() => {
  loadFile.mockReset().mockImplementation(async (file: string) => {
    const [, version = ''] = /react-([\d.]+)\.\w+\.js$/.exec(file) ?? []
    if (!version) return
    globalThis.encreReacts ??= {}
    globalThis.encreReacts[version] = Object.fromEntries(
      reactModules.map((name) => [name, requireOther(name)]),
    ) as NonNullable<typeof globalThis.encreReacts>[string]
  })
  globalThis.encreReacts = undefined
})

test('remotes of another major share one copy of it, and follow the shell', async () => {
  const [Remote, Second] = await Promise.all([load('^18.2.0', Plain), load('^18.3.1', Plain)])
  const { rerender, unmount } = render(<Remote shell={shell} />)
  // At once, as the page looks for the heading in an effect.
  expect(screen.getByRole('heading', { name: `React ${other.version} /relief` })).toBeDefined()
  rerender(<Remote shell={{ ...shell, path: '/relief?page=2' }} />)
  expect(screen.getByRole('heading').textContent).toBe(`React ${other.version} /relief?page=2`)
  unmount()
  render(<Second shell={shell} />)
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  const { file, integrity } = makeFile(other.version)
  expect(new Set(requestedReacts().map(String))).toEqual(
    new Set([[file, integrity, 'script'].join()]),
  )
})

test("a remote whose range fits gets the page's own copy, without a file", async () => {
  const Remote = await load('^19.0.0', Plain)
  render(<Remote shell={shell} />)
  expect(screen.getByRole('heading', { name: `React ${ownVersion} /relief` })).toBeDefined()
  expect(requestedReacts()).toEqual([])
})

test('an open page gets a React that came after it, and none that the site lacks', async () => {
  await expect(load('^99.0.0', Plain)).rejects.toThrow('this site has no react ^99.0.0')
  addReactFiles({ ...makeManifest(), reacts: [makeFile('99.1.0')] })
  await load('^99.0.0', Plain)
  expect(requestedReacts().map(([file]) => file)).toEqual([makeFile('99.1.0').file])
})

test('a file of React that did not arrive is loaded again', async () => {
  const version = createVersion('^18.0.0', Plain)
  loadFile.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('lost'))
  await expect(loadVersion(version)).rejects.toThrow('lost')
  const { Remote } = await loadVersion(version)
  render(<Remote shell={shell} />)
  expect(screen.getByRole('heading')).toBeDefined()
})

test('an error of another React reaches the error boundary of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const failure = new Error('broken after a click')
  const Remote = await load('^18.0.0', (react) => ({
    Remote() {
      const [isBroken, setIsBroken] = react.useState(false)
      if (isBroken) throw failure
      return react.createElement('button', { onClick: () => setIsBroken(true) }, 'Casser')
    },
  }))
  const handleError = vi.fn()
  render(
    <ErrorBoundary fallback={<p>En panne</p>} onError={handleError}>
      <Remote shell={shell} />
    </ErrorBoundary>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('En panne')).toBeDefined()
  expect(handleError).toHaveBeenCalledExactlyOnceWith(failure)
})

test('a remote without React fills its element, follows the shell, and leaves', async () => {
  const said: string[] = []
  const mount = (element: HTMLElement, { path }: ShellApi): MountedRemote => {
    element.append(Object.assign(document.createElement('h1'), { textContent: path }))
    return {
      update: (next) => said.push(next.path),
      unmount: () => said.push('unmounted'),
    }
  }
  const Remote = await load('^19.0.0', () => ({ mount }))
  const { rerender, unmount } = render(<Remote shell={shell} />)
  expect(screen.getByRole('heading', { name: '/relief' })).toBeDefined()
  expect(said).toEqual([])
  rerender(<Remote shell={{ ...shell, path: '/relief?page=2' }} />)
  unmount()
  expect(said).toEqual(['/relief?page=2', 'unmounted'])
})

test('the core that remotes find looks for no switch of a debugger in the storage', () => {
  const storage = vi.spyOn(window, 'localStorage', 'get')
  const core = Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE')
  // As a remote's entry does when it starts.
  core.setGlobalFederationConstructor(core.ModuleFederation)
  expect(storage).not.toHaveBeenCalled()
})
