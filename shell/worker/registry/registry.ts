import { RemoteName } from '@encre/protocol/release'
import { reservedRemotes } from '@encre/releases/registry'
import { answerOpenApi } from '@encre/worker/openapi'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { problem } from '../problem.ts'
import { channels, releasedContract } from './channels/channels.ts'
import { healthReports } from './health-reports/health-reports.ts'
import { violations } from './health-reports/violations.ts'
import { compositions } from './page-manifests/compositions.ts'
import { previewLinks, previews } from './previews/previews.ts'
import * as publicContract from './public-contract.ts'
import { releases, versionFiles, versionMaps } from './releases/releases.ts'
import { shells } from './shells/shells.ts'
import { type RegistryEnv, requireToken } from './tokens/require-token.ts'
import { tokens } from './tokens/tokens.ts'

/**
 * `/api/releases`: a team ships its remote here, on its own, locally as in production.
 * `docs/releases.md` has the overview.
 */
export const registry = new Hono<RegistryEnv>()
  .get('/openapi.json', answerOpenApi('releases', publicContract))
  .route('/compositions', compositions)
  .route('/outcomes', healthReports)
  .route('/violations', violations)
  .route('/previews', previewLinks)
  .route('/tokens', tokens)
  .route('/shell', shells)
  .route('/:remote/contract', releasedContract)
  .use('/:remote/*', requireToken)
  .use('/:remote/*', async (c, next) => {
    const remote = c.req.param('remote')
    if (reservedRemotes.includes(remote) || !z.safeParse(RemoteName, remote).success)
      return problem(c, 404, 'not-found')
    c.set('remote', remote)
    await next()
  })
  .route('/:remote', channels)
  .route('/:remote', releases)
  .route('/:remote/previews', previews)
  .route('/:remote/:version/files', versionFiles)
  .route('/:remote/:version/maps', versionMaps)
