import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { DesignChoices } from '@encre/protocol/design'
import { createTestTenant, emptyStorage } from '@encre/worker/testing'
import { beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import type { NewDesign } from './contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** Set in vitest.config.ts. */
      MIGRATIONS?: D1Migration[]
    }
  }
}

await applyD1Migrations(env.DB, env.MIGRATIONS ?? [])
await emptyGallery()

export const tenant = await createTestTenant(env)

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation(tenant.fetch)
})

/** Deletes what earlier tests and files stored. */
export async function emptyGallery(): Promise<void> {
  await emptyStorage(env.DB, [env.IMAGES], ['image_sweep'])
  await env.DB.prepare('update image_sweep set read_up_to = null').run()
}

/** Calls the worker as a member. */
export async function callAs(memberId: string, path: string, init: RequestInit = {}): Promise<Response> {
  const authorization = await tenant.authorization(memberId)
  return exports.default.fetch(`https://encre.test${path}`, { ...init, headers: { ...authorization, ...init.headers } })
}

/** Calls the worker without a token. */
export function call(url: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new URL(url, 'https://encre.test'), init)
}

export function newDesign(userId: string, fields: Partial<NewDesign> = {}): NewDesign {
  return {
    id: crypto.randomUUID(),
    userId,
    prompt: 'Create a traditional tattoo design. Subject: un loup.',
    subject: 'un loup',
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'custom',
    placementDetail: 'la nuque',
    colors: ['#000000', '#cc0000'],
    createdAt: '2026-11-20T10:00:00.000Z',
    model: 'gpt-image-2.5-flare',
    origin: 'drawn',
    ...fields,
  }
}

/** The choices of `newDesign` as the database stores them. */
export const choicesColumn = JSON.stringify(z.parse(DesignChoices, newDesign('')))

/** A complete PNG of 1 x 1 pixel. */
export const png = new Uint8Array(
  Uint8Array.fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
).buffer

/** Saves a design as the generator's worker does. */
export async function saveDesign(design: NewDesign, bytes: ArrayBuffer = png) {
  return await exports.DesignLibrary.saveDesign(design, { bytes, type: 'image/png' })
}
