import { runDurableObjectAlarm } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { readStored } from '@encre/worker/testing'
import { type AccessRows, sends, testAccess } from '@encre/worker/testing-access'
import { testWrites } from '@encre/worker/testing-writes'
import { beforeEach } from 'vitest'
import type { Bindings } from './bindings.ts'
import * as contract from './contract.ts'
import { callAs, createAccount, password, tenantKeys } from './testing.ts'
import Account from './worker.ts'

const passwords = { currentPassword: password, newPassword: 'encre-de-chine' }

const rows: AccessRows<typeof contract> = {
  readMember: { own: 200, erased: 401 },
  renameMember: {
    ...sends({ name: 'Zoé' }, { name: 'Zoé', email: 'another@encre.test' }),
    own: 200,
    erased: 401,
  },
  // Can be repeated until everything is gone.
  deleteAccount: {
    ...sends({ password }, { password, email: 'another@encre.test' }),
    own: 200,
    erased: 200,
  },
  changePassword: {
    ...sends(passwords, { ...passwords, email: 'another@encre.test' }),
    own: 204,
    erased: 401,
  },
  // The tenant has no such member any more.
  endSessions: { own: 204, erased: 409 },
  readDashboard: { own: 200, erased: 401 },
  // Says 'none' to everybody without an export.
  readExport: { own: 200, erased: 200 },
  startExport: { own: 202, erased: 401 },
  // No export is ready.
  createExportLink: { own: 404, erased: 404 },
}

const options = {
  feature: 'account',
  tenant: {
    async authorization(memberId: string, claims?: Record<string, unknown>) {
      if (!erased.has(memberId)) createAccount({ email: `${memberId}@encre.test` }, memberId)
      return tenantKeys.authorization(memberId, claims)
    },
  },
  fetch: (request: Request) => exports.default.fetch(request),
  async erase(memberId: string) {
    createAccount({ email: `${memberId}@encre.test` }, memberId)
    await callAs(memberId, '/api/account/me', {
      method: 'DELETE',
      body: JSON.stringify({ password }),
    })
    erased.add(memberId)
  },
}
const erased = new Set<string>()
beforeEach(() => erased.clear())

testAccess(Account.routes, contract, rows, options)

async function finishExport(memberId: string): Promise<string> {
  createAccount({ email: `${memberId}@encre.test` }, memberId)
  await callAs(memberId, '/api/account/export', { method: 'POST' })
  const id = await env.DB.prepare('select id from exports where member_id = ?')
    .bind(memberId)
    .first<string>('id')
  const job = (env as unknown as Bindings).EXPORT_JOBS.getByName(id ?? '')
  while (await runDurableObjectAlarm(job)) {
    // Each alarm is a step.
  }
  return ''
}

const token = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const withLink = { create: finishExport, request: () => json({ token: token() }) }

testWrites(
  contract,
  {
    ...rows,
    createExportLink: withLink,
    deleteAccount: { ...rows.deleteAccount, forgetsPlace: true },
  },
  {
    ...options,
    db: env.DB,
    async readStored() {
      const stored = await readStored(env.DB, { exports: env.EXPORTS })
      // Each check of a password counts, and the last date of an erasure.
      return new Map(
        [...stored]
          .filter(([place]) => !place.startsWith('password_attempts'))
          .map(([place, text]) => [place, place.startsWith('erasures') ? '' : text]),
      )
    },
  },
)
