import { expect, test } from '@playwright/test'
import { siteSettings } from '../../../lib/settings.ts'
import { findSignInFaults } from '../check-sign-in.ts'
import { readTenantSettings } from '../tenant-settings.ts'

test('the embedded tenant answers a sign-in of its site, and of no other', {
  tag: '@core',
}, async ({ baseURL }) => {
  const settings = readTenantSettings(
    'production',
    siteSettings({}, Number(new URL(baseURL ?? '').port), process.env.ENCRE_DATA ?? ''),
  )
  expect(await findSignInFaults(settings)).toEqual([])
  expect(await findSignInFaults({ ...settings, siteOrigin: 'https://encre.tattoo' })).toEqual([
    expect.stringMatching(
      /^a silent sign-in answers \d+ .*must send the visitor to https:\/\/encre\.tattoo\/callback/,
    ),
    expect.stringContaining('/co/authenticate allows the origin'),
  ])
})
