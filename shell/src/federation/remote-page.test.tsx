import type { ManifestRemote } from '@encre/protocol/page-manifest'
import type { ShellApi } from '@encre/protocol/shell-api'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthContext } from '../auth/auth-provider.tsx'
import { TenantError } from '../auth/tenant.ts'
import { waits } from '../load-retries.ts'
import { createAuth, renderAt, signedIn } from '../testing-auth.tsx'
import { makeVersion } from '../testing-manifest.ts'
import type { RemoteRoute } from './page-manifest.ts'
import { RemotePage } from './remote-page.tsx'

const loader = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  loadPrevious: vi.fn(),
  findLoaded: vi.fn(),
}))
vi.mock('./load-remote.ts', () => loader)

const version = makeVersion('gallery', 'v2')
const previous = makeVersion('gallery', 'v1')
const remote: ManifestRemote = { name: 'gallery', routes: [], current: version, previous }
const route: RemoteRoute = {
  path: '/gallery',
  access: 'member',
  lang: 'fr',
  title: 'Mes Designs',
  remote,
}

const handleShell = vi.fn<(shell: ShellApi) => void>()
function Gallery({ shell }: { shell: ShellApi }) {
  useLayoutEffect(() => handleShell(shell), [shell])
  return <h1>Bonjour {shell.member?.name}</h1>
}
function receivedShell(): ShellApi {
  const [shell] = handleShell.mock.lastCall ?? []
  if (!shell) throw new Error('the remote was not rendered')
  return shell
}
function Broken(): never {
  throw new Error('broken while rendering')
}

function openGallery(auth = createAuth(signedIn), changes: Partial<RemoteRoute> = {}) {
  const page = (
    <main tabIndex={-1}>
      <Routes>
        <Route path="/gallery" element={<RemotePage route={{ ...route, ...changes }} />} />
        <Route path="*" element={null} />
      </Routes>
    </main>
  )
  return renderAt('/gallery?style=dotwork', page, auth)
}

beforeEach(() => {
  loader.findLoaded.mockReturnValue(null)
  loader.loadRemote.mockResolvedValue({ version, Remote: Gallery })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  for (const mock of Object.values(loader)) {
    mock.mockReset()
  }
})

test('renders the remote with its ShellApi', async () => {
  openGallery()
  expect(await screen.findByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
  expect(receivedShell()).toMatchObject({
    version: 1,
    path: '/gallery?style=dotwork',
    member: { name: 'Léa' },
  })
  expect(await receivedShell().getToken()).toBe('token')
  expect(document.title).toBe('Mes Designs · Encre')
})

test('a remote that loads before React takes over replaces the prerendered page without a mismatch', async () => {
  loader.findLoaded.mockReturnValue({ version, Remote: Gallery })
  const page = (
    <MemoryRouter initialEntries={['/gallery']}>
      <AuthContext value={createAuth()}>
        <RemotePage route={{ ...route, access: 'public' }} />
      </AuthContext>
    </MemoryRouter>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  expect(root.textContent).toContain('Chargement de la page...')
  const onRecoverableError = vi.fn()
  await act(async () => hydrateRoot(root, page, { onRecoverableError }))
  expect(root.textContent).toContain('Bonjour')
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('sends a visitor to sign in, with the page they wanted and none to return to', () => {
  expect(openGallery(createAuth()).visited()).toBe('/sign-in?style=dotwork {"wanted":"/gallery"}')
})

test('a session that cannot be looked up leads to no sign-in form, and says why', () => {
  const failure = new TenantError(
    'clock',
    undefined,
    "L'horloge de votre appareil retarde de 3 ans.",
  )
  const { visited } = openGallery(createAuth({ status: 'unknown', failure }))
  expect(visited()).toBe('/gallery?style=dotwork')
  expect(
    screen.getByRole('heading', { name: 'Impossible de vérifier votre session' }),
  ).toBeDefined()
  expect(screen.getByText(failure.reason ?? '')).toBeDefined()
})

test.each([
  {
    name: 'a session that ends on the page leads back to it after sign-in',
    hasSignedOut: false,
    address: '/sign-in {"returnTo":"/gallery?style=dotwork"}',
  },
  { name: 'a sign-out in another tab leads to the home page', hasSignedOut: true, address: '/' },
])('$name', async ({ hasSignedOut, address }) => {
  const { visited, become } = openGallery()
  await screen.findByRole('heading')
  become(createAuth({ hasSignedOut }))
  expect(visited()).toBe(address)
})

test('the remote loads once the tenant has answered, and renders after the session has come', async () => {
  const tenant = Promise.withResolvers<void>()
  const { become } = openGallery(
    createAuth({ status: 'loading', waitForTenant: () => tenant.promise }),
  )
  await act(async () => {})
  expect(loader.loadRemote).not.toHaveBeenCalled()
  await act(async () => tenant.resolve())
  expect(loader.loadRemote).toHaveBeenCalledOnce()
  expect(screen.queryByRole('heading')).toBeNull()
  become(createAuth(signedIn))
  expect(await screen.findByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
})

test('a public page waits for no tenant', async () => {
  const waitForTenant = () => new Promise<void>(() => {})
  openGallery(createAuth({ status: 'loading', waitForTenant }), { access: 'public' })
  expect(await screen.findByRole('heading', { name: 'Bonjour' })).toBeDefined()
})

test('a remote that does not load shows a panel in French, and Réessayer loads it again', async () => {
  loader.loadRemote.mockRejectedValueOnce(new Error('gone'))
  openGallery()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Cette page n’a pas pu être chargée',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  const heading = await screen.findByRole('heading', { name: 'Bonjour Léa' })
  expect(document.activeElement).toBe(heading)
})

test('a remote that still does not load after Réessayer reloads the page at the next press', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  loader.loadRemote.mockRejectedValue(new Error('gone'))
  openGallery()
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  expect(loader.loadRemote).toHaveBeenCalledTimes(2)
  expect(reload).toHaveBeenCalledOnce()
})

test('a title that comes after its remote takes the focus from the page, and leaves one that the visitor moved', async () => {
  let show = (_title: string) => {}
  function Later({ shell }: { shell: ShellApi }) {
    const [title, setTitle] = useState('')
    // Before the button is found: an effect may run after it.
    useLayoutEffect(() => {
      show = setTitle
    }, [])
    useEffect(() => {
      if (title) shell.setTitle?.(title)
    }, [shell, title])
    return title ? <h1>{title}</h1> : <button type="button">Suivant</button>
  }
  loader.loadRemote.mockResolvedValue({ version, Remote: Later })
  openGallery()
  const button = await screen.findByRole('button')
  screen.getByRole('main').focus()
  act(() => show('Un loup'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Un loup' }))
  act(() => show(''))
  expect(button.isConnected).toBe(false)
  screen.getByRole('button').focus()
  act(() => show('Une rose'))
  expect(document.activeElement).not.toBe(screen.getByRole('heading'))
})

test('a remote that did not load appears by itself when the browser is online again', async () => {
  loader.loadRemote.mockRejectedValueOnce(new Error('offline'))
  openGallery()
  await screen.findByRole('button', { name: 'Réessayer' })
  dispatchEvent(new Event('online'))
  expect(await screen.findByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
})

test('a remote that did not load waits while its tab is hidden, and is loaded at once when it is visible', async () => {
  vi.useFakeTimers()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  loader.loadRemote.mockRejectedValueOnce(new Error('offline'))
  openGallery()
  await act(() => vi.advanceTimersByTimeAsync(0))
  await act(() => vi.advanceTimersByTimeAsync(waits.longestRetry))
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined()
  visibility.mockReturnValue('visible')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
})

test('a remote that did not load is not loaded again after its page is left', async () => {
  vi.useFakeTimers()
  loader.loadRemote.mockRejectedValue(new Error('offline'))
  const { visited, become } = openGallery()
  await act(() => vi.advanceTimersByTimeAsync(0))
  become(createAuth({ hasSignedOut: true }))
  expect(visited()).toBe('/')
  dispatchEvent(new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(waits.longestRetry))
  expect(loader.loadRemote).toHaveBeenCalledOnce()
})

test('a remote that did not load is loaded again after growing delays', async () => {
  vi.useFakeTimers()
  loader.loadRemote.mockRejectedValue(new Error('the site is away'))
  openGallery()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(loader.loadRemote).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(waits.firstRetry))
  expect(loader.loadRemote).toHaveBeenCalledTimes(2)
  await act(() => vi.advanceTimersByTimeAsync(waits.firstRetry))
  expect(loader.loadRemote).toHaveBeenCalledTimes(2)
  loader.loadRemote.mockResolvedValue({ version, Remote: Gallery })
  await act(() => vi.advanceTimersByTimeAsync(waits.firstRetry))
  expect(screen.getByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
})

test('a remote that throws while it renders is not loaded again by itself', async () => {
  vi.useFakeTimers()
  loader.loadRemote.mockResolvedValue({ version, Remote: Broken })
  loader.loadPrevious.mockRejectedValue(new Error('there is no version to go back to'))
  openGallery()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(waits.longestRetry))
  expect(loader.loadRemote).toHaveBeenCalledTimes(1)
})

test('a part of a remote that did not arrive asks to check the connection, and the page before it still works', async () => {
  const missing = Object.assign(new Error('Loading chunk history failed.'), {
    type: 'error',
    request: '/remotes/gallery/v2/async/7.js',
  })
  function WithHistory({ shell }: { shell: ShellApi }) {
    if (shell.path.includes('vue=historique')) throw missing
    return <Gallery shell={shell} />
  }
  loader.loadRemote.mockResolvedValue({ version, Remote: WithHistory })
  openGallery(undefined, { remote: { ...remote, previous: null } })
  await screen.findByRole('heading', { name: 'Bonjour Léa' })
  act(() => receivedShell().navigate('/gallery?vue=historique'))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Vérifiez votre connexion, puis réessayez.',
  )
  act(() => receivedShell().navigate('/gallery'))
  expect(await screen.findByRole('heading', { name: 'Bonjour Léa' })).toBeDefined()
})

test('reports why the previous version did not load in place of one that throws', async () => {
  const reason = new Error('the previous version is gone')
  loader.loadRemote.mockResolvedValue({ version, Remote: Broken })
  loader.loadPrevious.mockRejectedValue(reason)
  openGallery()
  await waitFor(() =>
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('[composition'), reason),
  )
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined()
})

test('the remote sets the title, and sends a member whose session ended to sign in', async () => {
  const auth = createAuth(signedIn)
  const { visited } = openGallery(auth)
  await screen.findByRole('heading')
  receivedShell().setTitle('3 designs')
  await waitFor(() => expect(document.title).toBe('3 designs · Encre'))
  receivedShell().signIn('/gallery?style=dotwork')
  await waitFor(() => expect(visited()).toBe('/sign-in {"returnTo":"/gallery?style=dotwork"}'))
  // The sign-in page would send a member who still seems signed in straight back.
  expect(auth.dropSession).toHaveBeenCalledOnce()
})
