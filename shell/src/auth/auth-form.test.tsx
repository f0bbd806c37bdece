import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { renderAt } from '../testing-auth.tsx'
import { useSubmit } from './auth-form.ts'

function Form() {
  const navigate = useNavigate()
  const { busy, submit } = useSubmit(() => new Promise(() => {}), { leavesPage: true })
  return (
    <form onSubmit={submit}>
      <button type="submit" disabled={busy}>
        send
      </button>
      <button type="button" onClick={() => navigate('/about')}>
        go
      </button>
    </form>
  )
}

test('another page opens while the tenant does not answer', async () => {
  const routes = (
    <Routes>
      <Route path="/" element={<Form />} />
      <Route path="/about" element={<h1>About</h1>} />
    </Routes>
  )
  renderAt('/', routes)
  await userEvent.click(screen.getByRole('button', { name: 'send' }))
  expect(screen.getByRole('button', { name: 'send' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'go' }))
  expect(await screen.findByRole('heading', { name: 'About' })).toBeDefined()
})

test('a form restored from the back/forward cache is no longer busy', async () => {
  renderAt('/', <Form />)
  await userEvent.click(screen.getByRole('button', { name: 'send' }))
  const event = new Event('pageshow')
  Object.assign(event, { persisted: true })
  dispatchEvent(event)
  await expect
    .poll(() => screen.getByRole('button', { name: 'send' }).hasAttribute('disabled'))
    .toBe(false)
})
