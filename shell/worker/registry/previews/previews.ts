import type { SharedProblem } from '@encre/protocol/problem'
import { type CreatedPreview, NewPreview, type ReleaseProblem } from '@encre/protocol/registry'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { previewMs } from '../../lifetimes.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { readPreview } from './find-preview.ts'
import { signPreview } from './preview-token.ts'

type Code = ReleaseProblem | SharedProblem

/** `/api/releases/:remote/previews`: a team creates a link to one version of its remote, which needs not be promoted. */
export const previews = new Hono<RegistryEnv>().post('/', async (c) => {
  const body = await readBody(c, NewPreview, { anyType: true })
  if (!body) return problem<Code>(c, 400, 'invalid-request')
  if ('live' in body && c.env.LIVE_PREVIEWS !== 'on') return problem<Code>(c, 409, 'live-previews-off')
  const claims = { remote: c.var.remote, ...body, expires: Date.now() + previewMs }
  if (!(await readPreview(c.env, claims))) return problem<Code>(c, 409, 'unknown-version')
  const token = await signPreview(c.env.COMPOSITION_SECRET, claims)
  const url = `${c.env.SITE_ORIGIN}/api/releases/previews/${token}`
  return c.json<CreatedPreview>({ url, expiresAt: new Date(claims.expires).toISOString() }, 201, { 'Cache-Control': 'no-store' })
})
