import type { Dashboard } from '@encre/account-worker/contract'
import { makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openAccount, user } from '../testing.tsx'

const call = 'GET /api/account/dashboard'
const dashboard = (changes: Partial<Dashboard>) => () =>
  Response.json({ user, designCount: 0, recent: [], ...changes } satisfies Dashboard)

const stat = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const recent = () => within(screen.getByRole('region', { name: 'Recent Designs' }))

test('the profile card shows name, email and date, and leads to the profile', async () => {
  stubRequests({ [call]: dashboard({}) })
  openAccount('/dashboard')
  const card = await screen.findByRole('link', {
    name: /Louise.*louise@example\.com.*Member since March 15, 2026/,
  })
  expect(card.getAttribute('href')).toBe('/profile')
})

test('quick actions lead to generator, gallery and settings', () => {
  stubRequests({ [call]: dashboard({}) })
  openAccount('/dashboard')
  const actions = within(screen.getByRole('navigation', { name: 'Quick actions' }))
  const targets = actions
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(targets).toEqual([
    ['New Design', '/generator'],
    ['View Gallery', '/gallery'],
    ['Settings', '/settings'],
  ])
})

test.each([
  { designCount: 0, count: '0', status: 'Basic User' },
  { designCount: 10, count: '10', status: 'Basic User' },
  { designCount: 11, count: '11', status: 'Pro User' },
])(
  'with $designCount designs the stats show $count and $status',
  async ({ designCount, count, status }) => {
    stubRequests({ [call]: dashboard({ designCount }) })
    openAccount('/dashboard')
    await screen.findByText(status)
    expect([stat('Total Designs'), stat('Status'), stat('Active Hours')]).toEqual([
      count,
      status,
      '12',
    ])
  },
)

test('lists recent designs with image, prompt, style, size, placement and colours', async () => {
  const custom = { style: 'japanese', size: 'custom', sizeDetail: '7,5 cm' }
  const wolf = makeDesign('loup', { ...custom, subject: 'Un loup', colors: ['#000000', '#cc0000'] })
  const rose = makeDesign('rose', { subject: 'Une rose', colors: [], origin: 'drawn' })
  stubRequests({ [call]: dashboard({ designCount: 2, recent: [wolf, rose] }) })
  openAccount('/dashboard')
  const first = within(await screen.findByRole('article', { name: 'Un loup' }))
  expect(
    first.getByRole('img', { name: 'Un loup, Japonais, noir, rouge' }).getAttribute('src'),
  ).toBe(`${wolf.imageUrl}&w=512`)
  expect(first.getByText(wolf.prompt)).toBeDefined()
  const facts = first.getAllByRole('definition').map((fact) => fact.textContent)
  expect(facts).toEqual(['Japonais', '7,5 cm', 'Bras', 'noirrouge'])
  expect(first.getByText('Image générée par IA').lang).toBe('fr')

  const second = within(screen.getByRole('article', { name: 'Une rose' }))
  expect(second.getByText('Black ink')).toBeDefined()
  expect(second.getByText('Aperçu local, dessiné sans IA')).toBeDefined()
  expect(recent().getByRole('link', { name: 'New Design' }).getAttribute('href')).toBe('/generator')
})

test('says which designs an artist has answered about, and leads to the answers', async () => {
  const answered = [{ designId: 'loup', subject: 'Un loup', newestId: 'answer' }]
  stubRequests({ [call]: dashboard({ answered }) })
  openAccount('/dashboard')
  const notice = within(
    (await screen.findByText('Your artist answered')).closest('[role]') ?? document.body,
  )
  expect(notice.getByRole('link').getAttribute('href')).toBe('/gallery/loup?vue=fiche')
})

test('says which sharing was stopped, when and why, and how to contest it', async () => {
  const at = '2026-11-28T12:00:00.000Z'
  const one = { designId: 'loup', subject: 'Un loup', at, reason: 'Une insulte, article 3.' }
  stubRequests({ [call]: dashboard({ stopped: [one, { ...one, designId: 'rose', reason: '' }] }) })
  openAccount('/dashboard')
  const [first, second] = await screen.findAllByRole('alert')
  expect(first?.textContent).toMatch(/Sharing stopped on .*28.*Un loup.*Reason: Une insulte/)
  expect(second?.textContent).toContain(
    'Reason: a decision of the site’s publisher after a report.',
  )
  const ways = within(first ?? document.body).getAllByRole('link')
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/gallery/loup',
    '/mentions-legales',
  ])
})

test.each([
  { query: '', step: 'Créez votre premier design' },
  {
    query: '?style=japanese&idee=Une+carpe',
    step: 'Créez votre premier design\u00a0: «\u00a0Une carpe\u00a0», Japonais',
  },
])(
  'without designs it says how to begin, with the idea of the address: $query',
  async ({ query, step }) => {
    stubRequests({ [call]: dashboard({}) })
    openAccount(`/dashboard${query}`)
    expect(await screen.findByText('No designs')).toBeDefined()
    expect(screen.getByText('Get started by creating your first tattoo design')).toBeDefined()
    expect(screen.getByText(/premier design/).parentElement?.textContent).toBe(step)
    expect(screen.getByRole('link', { name: 'Create a design' }).getAttribute('href')).toBe(
      `/generator${query}`,
    )
  },
)

test('a failure gives the French reason and can be tried again', async () => {
  let respond: () => Response = problemReply('internal', 500)
  stubRequests({ [call]: () => respond() })
  const { report } = openAccount('/dashboard')
  const box = await screen.findByRole('alert')
  expect(within(box).getByText('Failed to fetch designs')).toBeDefined()
  expect(
    within(box).getByText('Une erreur inattendue est survenue. Veuillez réessayer.').lang,
  ).toBe('fr')
  expect(report.mock.calls[0]?.[0]).toHaveProperty('message', 'Failed to fetch designs')
  respond = dashboard({ designCount: 11 })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Recent Designs' }))
  expect(await screen.findByText('Pro User')).toBeDefined()
})
