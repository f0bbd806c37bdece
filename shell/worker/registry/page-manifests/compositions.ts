import { writeServerTiming } from '@encre/protocol/page-manifest'
import { Hono } from 'hono'
import { problem } from '../../problem.ts'
import type { SiteEnv } from '../../site-env.ts'
import { readLiveRemotes } from '../releases/live-remotes.ts'
import { readShellVersion } from '../shells/shells-store.ts'
import { findComposition } from './compositions-store.ts'
import { createPageManifest } from './page-manifest.ts'

export const compositions = new Hono<SiteEnv>()
  .get('/current', async (c) => {
    const [shell, entries] = await Promise.all([readShellVersion(c.env), readLiveRemotes(c.env)])
    if (!entries) return problem(c, 503, 'unavailable')
    const manifest = await createPageManifest(c, shell, entries)
    const headers = {
      ETag: `"${manifest.id}"`,
      'Cache-Control': 'private, no-cache',
      'Server-Timing': writeServerTiming(manifest),
    }
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers)
    return c.json(manifest, 200, headers)
  })

  .get('/:id', async (c) => {
    const composition = await findComposition(c.env.DB, c.req.param('id'))
    return composition ? c.json(composition) : problem(c, 404, 'not-found')
  })
