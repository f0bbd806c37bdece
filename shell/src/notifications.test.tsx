import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { Announcer, Notifications, useNotifications } from './notifications.tsx'
import { createAuth, renderAt, signedIn } from './testing-auth.tsx'

const handleReady =
  vi.fn<
    (calls: {
      notify: ReturnType<typeof useNotifications>['notify']
      navigate: (to: string) => void
    }) => void
  >()

function Page() {
  const { notify, count } = useNotifications()
  const navigate = useNavigate()
  useLayoutEffect(() => handleReady({ notify, navigate }), [notify, navigate])
  return <main tabIndex={-1}>{count} jusqu’ici</main>
}

function openPage() {
  const site = (
    <Announcer>
      <Notifications>
        <Page />
      </Notifications>
    </Announcer>
  )
  const rendered = renderAt('/dashboard', site, createAuth(signedIn))
  const [calls] = handleReady.mock.lastCall ?? []
  if (!calls) throw new Error('the page was not rendered')
  return {
    ...rendered,
    notify: (text: string, href: string) => act(() => calls.notify(text, href)),
    go: (to: string) => act(() => calls.navigate(to)),
  }
}

const ready = 'Votre design est prêt.'

beforeEach(() => {
  handleReady.mockReset()
})

test('a notification has a link, is announced politely and can be dismissed', async () => {
  const { notify } = openPage()
  expect(screen.queryByRole('complementary')).toBeNull()
  notify(ready, '/generator')
  expect(screen.getByRole('link', { name: ready }).getAttribute('href')).toBe('/generator')
  expect(document.querySelector('[aria-live=polite]')?.textContent).toBe(ready)
  await userEvent.click(screen.getByRole('button', { name: 'Fermer la notification' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('the same notification shows once, two different ones both show', () => {
  const { notify } = openPage()
  notify(ready, '/generator')
  notify(ready, '/generator')
  notify('Un autre design est prêt.', '/gallery')
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    ready,
    'Un autre design est prêt.',
  ])
})

test('a notification stays on other pages and leaves when its page opens', () => {
  const { notify, go } = openPage()
  notify(ready, '/generator?design=1')
  go('/settings')
  expect(screen.getByRole('link', { name: ready })).toBeDefined()
  go('/generator')
  expect(screen.queryByRole('link')).toBeNull()
})

test('the notifications of a member leave with their session', () => {
  const { notify, become } = openPage()
  notify(ready, '/generator')
  become(createAuth())
  expect(screen.queryByRole('link')).toBeNull()
})

test('a notification never links to another site', () => {
  const { notify } = openPage()
  notify(ready, '//evil.example')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/dashboard')
})
