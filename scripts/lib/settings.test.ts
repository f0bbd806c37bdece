import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ExpectedError } from './run-command.ts'
import { readPort, readSecrets, siteSettings } from './settings.ts'
import { createFolder } from './testing/scratch-folder.ts'

it('uses the real provider when its key is given, and calls its images the work of an AI', () => {
  const settings = siteSettings(
    { OPENAI_API_KEY: 'sk-given', IMAGE_MODELS: 'gpt-image-2' },
    8787,
    createFolder(),
  )
  expect(settings).toMatchObject({
    OPENAI_API_KEY: 'sk-given',
    OPENAI_BASE_URL: 'https://api.openai.com/v1',
    IMAGE_MODELS: 'gpt-image-2',
    IMAGE_ORIGIN: 'ai',
    AUTH0_DOMAIN: 'http://localhost:8788',
  })
})

it('uses the real tenant when its domain is given, and names what is missing', () => {
  expect(() => siteSettings({ AUTH0_DOMAIN: 'encre.eu.auth0.com' }, 8787, createFolder())).toThrow(
    'AUTH0_CLIENT_ID and AUTH0_AUDIENCE',
  )
  const given = {
    AUTH0_DOMAIN: 'encre.eu.auth0.com',
    AUTH0_CLIENT_ID: 'abc',
    AUTH0_AUDIENCE: 'https://api.encre.example',
  }
  const settings = siteSettings(given, 8787, createFolder())
  expect(settings).toMatchObject({
    ...given,
    AUTH0_MGMT_AUDIENCE: 'https://encre.eu.auth0.com/api/v2/',
    AUTH0_M2M_CLIENT_SECRET: '',
  })
})

it('keeps its secrets across restarts, readable by their owner only', () => {
  const kept = createFolder()
  expect(readSecrets(kept)).toEqual(readSecrets(kept))
  expect(readSecrets(kept).PLATFORM_TOKEN).not.toEqual(readSecrets(createFolder()).PLATFORM_TOKEN)
  expect(statSync(join(kept, 'secrets.json')).mode & 0o077).toBe(0)
})

it.each(['0', '65535', 'abc', '80.5'])('refuses the port %s with the remedy', (PORT) => {
  expect(() => readPort({ PORT })).toThrow(ExpectedError)
  expect(() => readPort({ PORT })).toThrow('PORT=8800 npm start')
})

it.each(['', '{"PLATFORM_TOKEN":"cut', '[]', '{"PLATFORM_TOKEN":7}'])(
  'replaces damaged secrets (%s), says so and keeps the old file',
  (damaged) => {
    const kept = createFolder({ 'secrets.json': damaged })
    const said: string[] = []
    const secrets = readSecrets(kept, (sentence) => said.push(sentence))
    expect(secrets.PLATFORM_TOKEN).toMatch(/^.{43}$/)
    expect(said).toEqual([expect.stringContaining('was damaged: the site has new secrets')])
    expect(readFileSync(join(kept, 'secrets.json.damaged'), 'utf8')).toBe(damaged)
    expect(readSecrets(kept)).toEqual(secrets)
  },
)
