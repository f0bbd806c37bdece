import { env } from 'cloudflare:workers'
import { testSettings } from '@encre/worker/testing-settings'
import { expect, it } from 'vitest'
import { settingsOf } from './settings.ts'
import Generator from './worker.ts'

testSettings(Generator, '/api/generator/health', env, [
  { name: 'OPENAI_BASE_URL', value: 'api.openai.com/v1' },
  { name: 'IMAGE_MODELS', value: ' , ' },
  { name: 'PRICE_PER_MILLION_TOKENS', value: '4 $' },
  { name: 'PROVIDER_DEADLINE_SECONDS', value: '2 min' },
  { name: 'IMAGE_URL_ORIGINS', value: 'https://images.test/,https://cdn.test' },
  { name: 'IMAGE_ORIGIN', value: 'human' },
  { name: 'GENERATIONS_PER_DAY', value: '2 000' },
  { name: 'GENERATIONS_PER_NETWORK_PER_DAY', value: '200 per day' },
  { name: 'ATTEMPTS_PER_MEMBER_PER_DAY', value: '-1' },
])

it('takes optional settings as none', () => {
  const settings = settingsOf({
    ...env,
    ATTEMPTS_PER_MEMBER_PER_DAY: '',
    GENERATIONS_PER_NETWORK_PER_DAY: '0',
    IMAGE_URL_ORIGINS: '',
    PRICE_PER_MILLION_TOKENS: '',
  })
  expect(settings.limits).toMatchObject({ perMember: 5, attempts: 15, perNetwork: null })
  expect(settings.provider).toMatchObject({
    imageOrigins: ['https://provider.test'],
    pricePerMillionTokens: null,
  })
})
