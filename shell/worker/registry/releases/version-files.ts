import { integrityOf } from '@encre/protocol/integrity'
import type { SharedProblem } from '@encre/protocol/problem'
import type { ReleaseProblem } from '@encre/protocol/registry'
import { FilePath, VersionName } from '@encre/protocol/release'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { fileLimit, listFiles, writeFile } from '../files/bucket-files.ts'
import { versionMapsPrefix, versionPrefix } from '../files/keys.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'

type Code = ReleaseProblem | SharedProblem

const fileBody = bodyLimit({ maxSize: fileLimit, onError: (c) => problem<Code>(c, 413, 'file-too-large') })

/** `/api/releases/:remote/:version/files`: the files of one version, uploaded before the version is registered. */
export const versionFiles = createFiles(versionPrefix)

/** `/api/releases/:remote/:version/maps`: the source maps of its scripts, under the name of the script and `.map`. They are never served. */
export const versionMaps = createFiles(versionMapsPrefix)

function createFiles(prefixOf: (remote: string, version: string) => string) {
  return new Hono<RegistryEnv>()
    .get('/', async (c) => {
      const version = c.req.param('version') ?? ''
      return c.json({ files: await listFiles(c.env.RELEASES, prefixOf(c.var.remote, version)) })
    })

    .put('/:path{.+}', fileBody, async (c) => {
      const version = c.req.param('version') ?? ''
      const path = c.req.param('path')
      if (!z.safeParse(VersionName, version).success || !z.safeParse(FilePath, path).success)
        return problem<Code>(c, 400, 'invalid-request')
      const bytes = await c.req.arrayBuffer()
      const integrity = await integrityOf(bytes)
      // Files are written once: a damaged upload must not occupy the name.
      if (integrity !== c.req.header('x-integrity')) return problem<Code>(c, 422, 'file-damaged', path)
      const written = await writeFile(c.env.RELEASES, { key: `${prefixOf(c.var.remote, version)}${path}`, bytes, integrity })
      return written ? c.body(null, 204) : problem<Code>(c, 409, 'file-exists', path)
    })
}
