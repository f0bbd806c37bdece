import { createTestShell, makeDesign, stubRequests } from '@encre/remote-kit/testing'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { unset } from '../testing.ts'
import { KeepDrawing } from './keep-drawing.tsx'

vi.mock('../studio/picture.ts', () => ({
  toCanvas: () => null,
  encodeCanvas: async () => new Blob(['loup'], { type: 'image/png' }),
}))

test('a drawing is kept with its notes as the worker accepts them', async () => {
  const settingsCall = 'PATCH /api/gallery/designs/loup/settings'
  const sent = stubRequests({
    'POST /api/gallery/designs?subject=Loup&style=dotwork&origin=imported': () =>
      Response.json(makeDesign('loup'), { status: 201 }),
    [settingsCall]: () => Response.json(unset),
  })
  const shell = createTestShell()
  render(
    <KeepDrawing
      shell={shell}
      design={{ subject: 'Loup', origin: 'imported' }}
      readPixels={() => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) })}
      settings={{ ...unset, notes: 'Pas trop\u00ad haut' }}
      returnTo="/calque"
    />,
  )
  await userEvent.selectOptions(screen.getByRole('combobox'), 'dotwork')
  await userEvent.click(screen.getByRole('button', { name: 'Garder dans Mes Designs' }))
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({ call: settingsCall, body: { notes: 'Pas trop haut' } })
})

test('a lettering is kept without a question about its style, where the sign-in leads back to', async () => {
  const kept = 'POST /api/gallery/designs?subject=Ana&style=minimalist&origin=lettering'
  stubRequests({
    [kept]: () => Response.json(makeDesign('ana'), { status: 201 }),
    'PATCH /api/gallery/designs/ana/settings': () => Response.json(unset),
  })
  const props = {
    design: { subject: 'Ana', origin: 'lettering' },
    readPixels: () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) }),
    settings: unset,
    returnTo: '/lettrage',
  }
  const { unmount } = render(<KeepDrawing shell={createTestShell({ member: null })} {...props} />)
  const way = screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href') ?? ''
  const path = new URL(way, 'https://encre.test').searchParams.get('retour') ?? ''
  unmount()

  const scroll = vi.fn()
  Element.prototype.scrollIntoView = scroll
  const shell = createTestShell({ path })
  render(<KeepDrawing shell={shell} {...props} />)
  expect(scroll).toHaveBeenCalledOnce()
  expect(screen.queryByRole('combobox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Garder dans Mes Designs' }))
  await waitFor(() => expect(shell.navigate).toHaveBeenCalledWith('/gallery/ana'))
})
