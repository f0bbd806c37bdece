import { deferReply, makeDesign, problemReply, stubRequests } from '@encre/remote-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { designsCall, findCard, gone, makePage, openGallery, threeDesigns } from './testing.tsx'

const emptyPage = () => Response.json(makePage([]))

test('the filter offers every style, is part of the address, and queries the worker', async () => {
  const sent = stubRequests({
    ...threeDesigns,
    'GET /api/gallery/designs?style=japanese': () =>
      Response.json(makePage([makeDesign('Dragon', { style: 'japanese' })])),
  })
  const { navigate } = openGallery()
  await screen.findByText('3 designs')
  const filter = screen.getByRole('group', { name: 'Filtrer par style' })
  expect(within(filter).getAllByRole('radio')).toHaveLength(8)
  expect(
    within(filter).getByRole<HTMLInputElement>('radio', { name: 'Tous les styles' }).checked,
  ).toBe(true)

  await userEvent.click(within(filter).getByRole('radio', { name: 'Japonais' }))
  expect(navigate).toHaveBeenLastCalledWith('/gallery?style=japanese')
  expect(await screen.findByRole('article', { name: 'Dragon' })).toBeDefined()
  expect(findCard('Loup')).toBeNull()
  expect(within(filter).getByRole<HTMLInputElement>('radio', { name: 'Japonais' }).checked).toBe(
    true,
  )

  await userEvent.click(within(filter).getByRole('radio', { name: 'Tous les styles' }))
  expect(navigate).toHaveBeenLastCalledWith('/gallery')
  expect(await screen.findByText('3 designs')).toBeDefined()
  expect(sent.map(({ call }) => call)).toEqual([
    designsCall,
    `${designsCall}?style=japanese`,
    designsCall,
  ])
})

test.each([
  {
    query: '?style=watercolor',
    sentence: /dans le style «\sAquarelle\s»/,
    link: 'Tous les styles',
    words: '',
  },
  {
    query: '?q=licorne',
    sentence: /contient «\slicorne\s»/,
    link: 'Tous les designs',
    words: 'licorne',
  },
])(
  'without a design, $query is named, with a link to all',
  async ({ query, sentence, link, words }) => {
    stubRequests({ [designsCall + query]: emptyPage })
    openGallery(`/gallery${query}`)
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/gallery')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(words)
  },
)

describe('search, favourites and order', () => {
  test('a search goes into the address after a pause, combines with the style, and says what it found', async () => {
    stubRequests({
      ...threeDesigns,
      [`${designsCall}?style=dotwork`]: emptyPage,
      [`${designsCall}?style=dotwork&q=coeur+rose`]: () =>
        Response.json(makePage([makeDesign('coeur', { subject: 'Cœur et rose' })])),
    })
    const { navigate } = openGallery('/gallery?style=dotwork')
    await userEvent.click(screen.getByRole('searchbox', { name: 'Rechercher dans vos designs' }))
    // At once: a slow machine may pause between two letters.
    await userEvent.paste('coeur  rose')
    expect(await screen.findByRole('article', { name: 'Cœur et rose' })).toBeDefined()
    expect(navigate.mock.calls).toEqual([['/gallery?style=dotwork&q=coeur+rose']])
    expect(screen.getByRole('status').textContent).toBe('1 design')
  })

  test('what is chosen before the pause of a search ends is kept with its words', async () => {
    stubRequests({
      ...threeDesigns,
      [`${designsCall}?favourites=true`]: emptyPage,
      [`${designsCall}?q=lou&favourites=true`]: () => Response.json(makePage([makeDesign('Loup')])),
    })
    const { navigate } = openGallery()
    await userEvent.type(screen.getByRole('searchbox'), 'lou')
    await userEvent.click(screen.getByRole('button', { name: 'Favoris' }))
    await screen.findByRole('article', { name: 'Loup' })
    expect(navigate.mock.lastCall).toEqual(['/gallery?q=lou&favourites=true'])
  })

  test('an address with too many words sends as many as the worker accepts', async () => {
    const sent = stubRequests({})
    openGallery('/gallery?q=a+b+c+d+e+f+g+h+i+j')
    await screen.findByRole('alert')
    expect(sent[0]?.call).toBe(`${designsCall}?q=a+b+c+d+e+f+g+h`)
  })

  test('the order is part of the address, beside the favourites', async () => {
    stubRequests({
      [`${designsCall}?favourites=true`]: emptyPage,
      [`${designsCall}?favourites=true&sort=oldest`]: emptyPage,
    })
    const { navigate } = openGallery('/gallery?favourites=true')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trier' }), 'Anciens')
    expect(navigate).toHaveBeenLastCalledWith('/gallery?favourites=true&sort=oldest')
    expect(await screen.findByText('Aucun design trouvé')).toBeDefined()
  })

  test('a star is filled at once, and emptied again when it was not saved', async () => {
    const response = deferReply()
    const replies = [response.reply]
    const sent = stubRequests({
      [designsCall]: () => Response.json(makePage([{ ...makeDesign('Loup'), favourite: false }])),
      'PUT /api/gallery/favourites': () => replies.shift()?.() ?? gone(),
    })
    openGallery()
    const star = await screen.findByRole('button', { name: /^Favori\W+Loup/ })
    await userEvent.click(star)
    expect(star.getAttribute('aria-pressed')).toBe('true')
    expect(sent.at(-1)?.body).toEqual({ ids: ['Loup'], favourite: true })
    await act(async () => response.send(problemReply('resource-exhausted', 429)()))
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'))
    expect(screen.getByRole('alert').textContent).toContain('Le favori n’a pas été enregistré.')
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(sent.filter(({ call }) => call === 'PUT /api/gallery/favourites')).toHaveLength(2)
  })
})
