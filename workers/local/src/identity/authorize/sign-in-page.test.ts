import { expect, test } from 'vitest'
import {
  authorization,
  authorize,
  form,
  openBrowser,
  redeem,
  returned,
  signUp,
  site,
  tenant,
} from '../testing.ts'

const own = { origin: tenant }

test('shows a visitor a French form that no other site can frame', async () => {
  const response = await authorize(openBrowser(), { login_hint: '"><script>alert(1)</script>' })
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(page).toContain('<button>Se connecter</button>')
  expect(page).not.toContain('<script')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${site}`)
})

test('creates an account on sign-up', async () => {
  const { path, query, verifier } = await authorization({ screen_hint: 'signup' })
  expect(await (await openBrowser().send(path)).text()).toContain(
    '<button>Créer un compte</button>',
  )
  const email = `${crypto.randomUUID()}@example.fr`
  const response = await openBrowser().send(
    `/u/login?${query}`,
    form({ email, password: 'aiguille', name: 'Ana' }, own),
  )
  expect((await redeem({ code: returned(response).code ?? '', verifier })).status).toBe(200)
  const again = await openBrowser().send(
    `/u/login?${query}`,
    form({ email, password: 'aiguille', name: 'Ana' }, own),
  )
  expect(await again.text()).toContain('Un compte existe déjà avec cette adresse email.')
})

test("refuses another site's form, and a form without an origin", async () => {
  const { email, password } = await signUp()
  const { query } = await authorization()
  for (const origin of ['https://evil.example', site, 'null', '']) {
    const response = await openBrowser().send(
      `/u/login?${query}`,
      form({ email, password }, { origin }),
    )
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  }
})
