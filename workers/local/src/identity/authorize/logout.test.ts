import { expect, test } from 'vitest'
import { authorize, clientId, getCode, openBrowser, returned, signUp, site } from '../testing.ts'

test("ends the tenant's session and redirects to the site", async () => {
  const browser = openBrowser()
  await getCode(browser, await signUp())
  const kept = new Map(browser.cookies)
  const response = await browser.send(
    `/v2/logout?client_id=${clientId}&returnTo=${encodeURIComponent(`${site}/`)}`,
  )
  expect([response.status, response.headers.get('location')]).toEqual([302, `${site}/`])

  for (const [name, value] of kept) {
    browser.cookies.set(name, value)
  }
  expect(returned(await authorize(browser, { prompt: 'none' }))).toMatchObject({
    error: 'login_required',
  })
})

test.each([
  'https://evil.example/',
  `${site}/gallery`,
  `${site}.evil.example/`,
  `${site}@evil.example`,
  'javascript:alert(1)',
])('does not go to %s', async (returnTo) => {
  const response = await openBrowser().send(
    `/v2/logout?client_id=${clientId}&returnTo=${encodeURIComponent(returnTo)}`,
  )
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(await response.text()).not.toContain('evil')
})
