import { problemReply } from '@encre/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  generate,
  generations,
  openGenerator,
  parent,
  prompt,
  reloadPage,
  stubWorker,
} from '../testing.tsx'

const readParent = 'GET /api/generator/parents/design-7'
const address = '/generator?from=design-7&reference=true'

const checked = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked

const findVariation = () => screen.findByRole('link', { name: 'Variation du n° 12' })

function stubParent() {
  const worker = stubWorker()
  worker.replyOnce.set(readParent, () => Response.json(parent))
  return worker
}

/** Leaves a draft with these words, as an earlier visit does. */
async function writeDraft(words: string) {
  stubWorker()
  openGenerator()
  await userEvent.click(prompt())
  await userEvent.paste(words)
  reloadPage()
}

afterEach(() => history.replaceState(null, '', '/'))

test('a variation fills the form, with the design as the reference, and sends nothing before Générer', async () => {
  const worker = stubParent()
  openGenerator({ path: address })
  expect((await findVariation()).getAttribute('href')).toBe('/gallery/design-7')
  expect(prompt().value).toBe('Une rose fanée')
  expect([checked(/Pointillisme/), checked(/Personnalisé/), checked(/Jambe/)]).toEqual([
    true,
    true,
    true,
  ])
  expect((await screen.findByLabelText<HTMLInputElement>('Votre taille')).value).toBe('9 cm')
  expect(
    screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent),
  ).toEqual(['Red'])
  expect(
    screen.getByRole('img', { name: 'Image de référence : Une rose fanée' }).getAttribute('src'),
  ).toContain('/images/design-7')
  expect(worker.requests.filter(({ method }) => method !== 'GET')).toEqual([])

  await userEvent.click(generate())
  expect(worker.sent('POST', '/api/generator/references')).toEqual([])
  const { id: parentId, number: _, imageUrl: __, subject: description, ...design } = parent
  const request = { ...design, description, referenceId: null, parentId, parentAsReference: true }
  expect(worker.sent('POST', generations)[0]?.body).toEqual(request)
})

test('the words of a variation can be changed and survive a reload, which reads its parent again', async () => {
  const worker = stubParent()
  openGenerator({ path: address })
  await findVariation()
  expect(location.pathname + location.search).toBe('/generator')
  await userEvent.type(prompt(), ' sous la pluie')
  reloadPage()
  worker.replyOnce.set(readParent, () => Response.json(parent))
  openGenerator()
  await findVariation()
  expect(prompt().value).toBe('Une rose fanée sous la pluie')
  await userEvent.click(generate())
  expect(worker.sent('POST', generations)[0]?.body).toMatchObject({
    parentId: 'design-7',
    parentAsReference: true,
  })
})

test('a member can detach the variation, clear its reference, and take their own draft back', async () => {
  await writeDraft('Un loup')
  const worker = stubParent()
  openGenerator({ path: address })
  await findVariation()
  await userEvent.click(screen.getByRole('button', { name: 'Retirer l’image' }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText(/sans image de référence/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Détacher' }))
  expect(screen.queryByRole('link', { name: 'Variation du n° 12' })).toBeNull()
  const title = screen.getByRole('heading', { level: 1 })
  expect(document.activeElement).toBe(title)
  expect(prompt().value).toBe('Une rose fanée')
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre mon brouillon' }))
  expect(document.activeElement).toBe(title)
  expect(prompt().value).toBe('Un loup')
  await userEvent.click(generate())
  expect(worker.sent('POST', generations)[0]?.body).not.toHaveProperty('parentId')
})

test('a deleted design is said to be gone, and the draft stays', async () => {
  await writeDraft('Un loup')
  const worker = stubWorker()
  worker.replyOnce.set(readParent, problemReply('not-found', 404))
  const shell = openGenerator({ path: address })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("La ressource demandée n'existe pas.")
  expect(alert.textContent).toContain('Vos mots sont gardés.')
  expect(prompt().value).toBe('Un loup')
  await userEvent.click(screen.getByRole('button', { name: 'Continuer sans ce design' }))
  expect(shell.navigate).toHaveBeenCalledWith('/generator')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(generate())
  expect(worker.sent('POST', generations)[0]?.body).not.toHaveProperty('parentId')
})

test('a parent that could not be read can be read again, and is not sent before', async () => {
  await writeDraft('Un loup')
  const worker = stubWorker()
  worker.replyOnce.set(readParent, problemReply('unavailable', 503))
  openGenerator({ path: address })
  await screen.findByText(/Le serveur ne répond pas/)
  worker.replyOnce.set(readParent, () => Response.json(parent))
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await findVariation()
  expect(prompt().value).toBe('Une rose fanée')
})
