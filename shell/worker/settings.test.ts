import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { settingsOf } from './settings.ts'
import { ask } from './testing/site.ts'

test('the declared settings are right', () => {
  expect(settingsOf(env)).toMatchObject({
    origin: env.SITE_ORIGIN,
    isSecure: false,
    tenant: { session: 'forms' },
  })
})

const wrongSettings: { name: keyof Env; value: string | undefined; sentence: string }[] = [
  {
    name: 'SITE_ORIGIN',
    value: 'https://encre.example/',
    sentence: 'SITE_ORIGIN must be an origin, without a slash after it',
  },
  {
    name: 'AUTH0_DOMAIN',
    value: '',
    sentence: 'AUTH0_DOMAIN must be a text',
  },
  {
    name: 'AUTH0_SESSION',
    value: 'form',
    sentence: 'AUTH0_SESSION must be forms or redirect',
  },
  {
    name: 'HSTS_SCOPE',
    value: 'all',
    sentence: 'HSTS_SCOPE must be site, subdomains or preload',
  },
  {
    name: 'LOGGED_REQUESTS',
    value: '5 %',
    sentence: 'LOGGED_REQUESTS must be a share from 0 to 1',
  },
  {
    name: 'COMPOSITION_SECRET',
    value: 'a secret value,',
    sentence: 'COMPOSITION_SECRET must be one value, or two while it is rotated: new,old',
  },
  {
    name: 'ANALYTICS_TOKEN',
    value: undefined,
    sentence: 'ANALYTICS_TOKEN must be a secret',
  },
  {
    name: 'METRICS_TOKEN',
    value: undefined,
    sentence: 'METRICS_TOKEN must be a secret',
  },
]

test.each(wrongSettings)(
  'a wrong $name answers 500 and names itself in the log, not its value',
  async (wrong) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await ask('/api/health', {}, { [wrong.name]: wrong.value })
    expect(answer.status).toBe(500)
    const log = written.mock.calls.join('\n')
    expect(log).toContain(wrong.sentence)
    expect(log).not.toContain('a secret value')
  },
)

test('all wrong settings are named together', () => {
  expect(() => settingsOf({ ...env, HSTS_SCOPE: '', SITE_OWNER: undefined })).toThrow(
    'wrong settings: SITE_OWNER must be a text, which may be empty; HSTS_SCOPE must be site, subdomains or preload',
  )
})
