import { FilePath, VersionName } from '@encre/protocol/release'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { createFileRoutes } from '../files/file-routes.ts'
import { versionMapsPrefix, versionPrefix } from '../files/keys.ts'

/** `/api/releases/:remote/:version/files`: the files of one version, uploaded before the version is registered. */
export const versionFiles = createVersionFiles(versionPrefix)

/** `/api/releases/:remote/:version/maps`: the source maps of its scripts, under the name of the script and `.map`. They are never served. */
export const versionMaps = createVersionFiles(versionMapsPrefix)

function createVersionFiles(prefixOf: (remote: string, version: string) => string) {
  return createFileRoutes({
    prefixOf: (c) => prefixOf(c.req.param('remote') ?? '', versionOf(c)),
    findDefect(c, path) {
      if (!z.safeParse(VersionName, versionOf(c)).success) return 'the version has no valid name'
      return z.safeParse(FilePath, path).success ? null : 'the path is not valid'
    },
  })
}

function versionOf(c: Context): string {
  return c.req.param('version') ?? ''
}
