import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { PageHead } from './page-head.tsx'
import { renderAt } from './testing-auth.tsx'

function Site() {
  const navigate = useNavigate()
  return (
    <>
      <Routes>
        <Route
          path="/"
          element={<PageHead title="Encre, accueil" description="Une description" />}
        />
        <Route path="/settings" element={<PageHead title="Settings" lang="en" />} />
      </Routes>
      <button type="button" onClick={() => navigate('/settings')}>
        go
      </button>
    </>
  )
}

const titles = () => [...document.querySelectorAll('title')].map((title) => title.textContent)
const descriptions = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=description]')].map(
    (meta) => meta.content,
  )

beforeEach(() => {
  document.head.innerHTML =
    '<title data-initial>Encre</title><meta data-initial name="description" content="initial" />'
})

test('a document has one title and one description: those of the page, in place of the initial ones', async () => {
  renderAt('/', <Site />)
  expect(titles()).toEqual(['Encre, accueil'])
  expect(descriptions()).toEqual(['Une description'])

  await userEvent.click(screen.getByRole('button'))
  expect(titles()).toEqual(['Settings · Encre'])
  expect(descriptions()).toEqual([])
  expect(document.documentElement.lang).toBe('en')
})

test('a page without a description keeps the initial one', () => {
  renderAt('/settings', <Site />)
  expect(titles()).toEqual(['Settings · Encre'])
  expect(descriptions()).toEqual(['initial'])
})
