import { type ArtistLink, listLinks } from '@encre/gallery-worker/contract'
import { call } from '@encre/remote-kit/call'
import { createTestShell, makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { useQuery } from '@encre/remote-kit/use-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ArtistLinks } from './artist-links.tsx'

const list = 'GET /api/gallery/designs/loup/links'
const create = 'POST /api/gallery/designs/loup/links'
/** A date of November 2026 in local time, as the page shows it. */
const november = (day: number) => new Date(2026, 10, day, 13, 5).toISOString()
const link = (id: string, changes: Partial<ArtistLink> = {}): ArtistLink => ({
  id,
  createdAt: november(21),
  expiresAt: november(51),
  openedAt: null,
  ...changes,
})

/**
 * Answers as the gallery: each new link has the id 'a', and replaces those before. `revoke` answers
 * a revocation.
 */
function stubLinks(links: ArtistLink[] = [], revoke = () => new Response(null, { status: 204 })) {
  return stubRequests({
    [list]: () => Response.json({ links }),
    [create]: () => {
      links = [link('a')]
      return Response.json(
        { url: 'https://encre.test/f/the-token', link: link('a') },
        { status: 201 },
      )
    },
    'DELETE /api/gallery/links/a': () => {
      links = links.filter(({ id }) => id !== 'a')
      return revoke()
    },
  })
}

function open() {
  const shell = createTestShell()
  const onChange = vi.fn()
  const workshop = { shell, design: makeDesign('loup'), sizeMm: 80, onChange }
  function Card() {
    const links = useQuery(shell, {
      key: 'loup',
      read: () => call(shell, listLinks, { params: { id: 'loup' } }),
      failureMessage: 'the links could not be read',
    })
    return (
      <ArtistLinks workshop={workshop} kept={links} optionsId="options">
        {null}
      </ArtistLinks>
    )
  }
  render(<Card />)
  return Object.assign(shell, { onChange })
}

test('one press creates a link of 30 days, copies it, and shows its address once', async () => {
  const sent = stubLinks()
  const user = userEvent.setup()
  const shell = open()
  await user.click(await screen.findByRole('button', { name: 'Créer un lien' }))
  expect(await screen.findByDisplayValue('https://encre.test/f/the-token')).toBe(
    document.activeElement,
  )
  expect(sent).toContainEqual({ call: create, body: { days: 30 } })
  expect(await screen.findByRole('button', { name: 'Lien copié' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe('https://encre.test/f/the-token')
  expect(shell.announce).toHaveBeenCalledWith('Lien copié')
  expect(await screen.findByRole('img', { name: 'Code QR du lien' })).toBeDefined()
  expect(await screen.findByText('Pas encore ouvert')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Changer' }))
  await user.click(screen.getByRole('radio', { name: '7 jours' }))
  await user.click(screen.getByRole('button', { name: 'Nouveau lien' }))
  await waitFor(() => expect(sent).toContainEqual({ call: create, body: { days: 7 } }))
})

test('an address that may not be copied is selected, to copy it by hand', async () => {
  stubLinks()
  const user = userEvent.setup()
  open()
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('not allowed'))
  await user.click(await screen.findByRole('button', { name: 'Créer un lien' }))
  expect(await screen.findByRole('button', { name: 'Copier' })).toBeDefined()
  expect(await screen.findByText(/l’adresse est sélectionnée, copiez-la/)).toBeDefined()
})

test('lists the open links with their last opening, and revokes one after a question', async () => {
  const sent = stubLinks([
    link('a', { openedAt: november(22) }),
    link('b', { createdAt: november(23), expiresAt: november(30) }),
  ])
  const shell = open()
  expect(await screen.findByText(/^Ouvert le 22 novembre/)).toBeDefined()
  const ask = () =>
    userEvent.click(screen.getByRole('button', { name: /^Révoquer le lien créé le 21 novembre à/ }))
  await ask()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Annuler' }))
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
  await ask()
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Révoquer' }),
  )
  await waitFor(() => expect(screen.queryByText(/^Ouvert le/)).toBeNull())
  expect(screen.getByText('Jusqu’au 30 novembre 2026')).toBeDefined()
  expect(shell.announce).toHaveBeenCalledWith('Lien révoqué')
  expect(document.activeElement?.textContent).toBe('Envoyer à votre tatoueur')
})

test('a revoked link takes its address off the page', async () => {
  // Revoked on another device.
  stubLinks([], problemReply('not-found', 404))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Créer un lien' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Révoquer le lien/ }))
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Révoquer' }),
  )
  await waitFor(() =>
    expect(screen.queryByDisplayValue('https://encre.test/f/the-token')).toBeNull(),
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure has its reason, and the list is read again', async () => {
  const sent = stubRequests({
    [list]: () => Response.json({ links: [] }),
    [create]: problemReply('too-many-links', 409),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Créer un lien' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /Le lien n’a pas été créé.*dix liens/,
  )
  await waitFor(() => expect(sent.filter(({ call }) => call === list)).toHaveLength(2))
})

test('a link for a design that was deleted elsewhere says why there is none', async () => {
  let isGone = false
  const notFound = problemReply('not-found', 404)
  stubRequests({
    [list]: () => (isGone ? notFound() : Response.json({ links: [] })),
    [create]: notFound,
  })
  open()
  const button = await screen.findByRole('button', { name: 'Créer un lien' })
  isGone = true
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(screen.getByRole('alert').textContent).toContain("La ressource demandée n'existe pas.")
})

test('shows what artists answered, marks it as seen, and says that it ends with its link', async () => {
  const answers = [
    { id: 'r', linkId: 'a', text: 'Un peu plus grand', createdAt: november(22), seenAt: null },
  ]
  const seen = 'POST /api/gallery/designs/loup/answers/seen'
  const sent = stubRequests({
    [list]: () => Response.json({ links: [link('a')], answers }),
    [seen]: () => new Response(null, { status: 204 }),
  })
  open()
  const shown = within(await screen.findByRole('list', { name: 'Réponses du tatoueur' }))
  expect(shown.getByText('Un peu plus grand')).toBeDefined()
  expect(shown.getByText(/^22 novembre.* · Nouvelle$/)).toBeDefined()
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(seen))
  await userEvent.click(screen.getByRole('button', { name: /^Révoquer le lien/ }))
  expect(screen.getByText(/les réponses reçues par ce lien seront effacées/)).toBeDefined()
})

test('an answer of one press has the press that takes its size, or opens what simplifies', async () => {
  const answer = { linkId: 'a', createdAt: november(22), seenAt: november(23) }
  const answers = [
    { ...answer, id: '1', text: '14 cm au moins', verdict: 'larger', sizeMm: 140 },
    { ...answer, id: '2', text: 'Trop de détails', verdict: 'simpler', sizeMm: null },
    { ...answer, id: '3', text: '5 cm au moins', verdict: 'larger', sizeMm: 50 },
    { ...answer, id: '4', text: 'Ça me va', verdict: 'fine', sizeMm: null },
  ]
  stubRequests({ [list]: () => Response.json({ links: [link('a')], answers }) })
  const { onChange } = open()
  await userEvent.click(await screen.findByRole('button', { name: /^Prendre 14\scm$/ }))
  expect(onChange.mock.calls).toEqual([[{ sizeMm: 140 }]])
  expect(screen.getByRole('link', { name: 'Retoucher' }).getAttribute('href')).toBe(
    '/generator?retoucher=loup',
  )
  const [, , small, fine] = within(
    screen.getByRole('list', { name: 'Réponses du tatoueur' }),
  ).getAllByRole('listitem')
  expect(small?.textContent).toContain('La taille choisie suffit.')
  expect(fine?.textContent).not.toMatch(/suffit|Prendre|Retoucher/)
})
