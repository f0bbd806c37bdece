import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { makeDesign, openRemote } from '@encre/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach } from 'vitest'
import { clearCachedDesigns } from './library/use-designs.ts'
import { Remote } from './remote.tsx'

beforeEach(clearCachedDesigns)

export function makePage(designs: ListedDesign[], next: string | null = null): DesignPage {
  return { designs, next }
}

export function openGallery(path = '/gallery', changes: Partial<ShellApi> = {}) {
  return openRemote(Remote, { path, ...changes })
}

export const designsCall = 'GET /api/gallery/designs'
export const threeDesigns = {
  [designsCall]: () =>
    Response.json(makePage([makeDesign('Loup'), makeDesign('Rose'), makeDesign('Ancre')])),
}
export const gone = () => new Response(null, { status: 204 })

/** Presses the card's delete button and answers the question. */
export async function answerDelete(
  subject: string,
  options: Parameters<typeof userEvent.setup>[0] = {},
) {
  const user = userEvent.setup(options)
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^Supprimer\\W+${subject}`) }),
  )
  const dialog = screen.getByRole('dialog', {
    name: /Êtes-vous sûr de vouloir supprimer ce design\s\?/,
  })
  await user.click(within(dialog).getByRole('button', { name: 'Supprimer' }))
}

export const listSubjects = () =>
  screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)

export const findCard = (subject: string) => screen.queryByRole('article', { name: subject })

/** The subject of the card that has the focus. */
export const findFocusedSubject = () =>
  document.activeElement?.closest('article')?.querySelector('h2')?.textContent
