import * as z from 'zod/mini'
import { ContractShape } from './contract-shape.ts'

/** A page of a remote. A route belongs to the first remote that claimed it. */
export const Route = z.object({
  path: z.string().check(z.regex(/^\/[a-z][a-z0-9-]*$/)),
  access: z.enum(['public', 'member']),
  lang: z.enum(['fr', 'en']),
  /** The document's title until the remote sets its own. */
  title: z.string(),
})
export type Route = z.infer<typeof Route>

/** What a remote's folder is called, and its part of every address. */
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/))

/** Git commit and hash of the sources, e.g. `3f2a91c-9b01d2e4`. */
export const VersionName = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/))

/** Where a file is in its build. */
export const FilePath = z.string().check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/), z.maxLength(200))

/** `release.json`: one immutable build of a remote, written beside its files at `remotes/<name>/<version>/`. */
export const Release = z.object({
  name: RemoteName,
  version: VersionName,
  /** The `ShellApi` version that it was built for. */
  shellApi: z.number(),
  /** Shared packages and the ranges it accepts. */
  shared: z.record(z.string(), z.string()),
  /** The federation container's file, and the global that it defines. */
  entry: FilePath,
  global: z.string(),
  /** What the page needs to show `./remote`, in the order of use: scripts to preload, stylesheets. */
  scripts: z.array(FilePath),
  styles: z.array(FilePath),
  /** Every file with its bytes and subresource integrity (`sha384-...`). */
  files: z.record(FilePath, z.object({ bytes: z.number(), integrity: z.string() })),
  routes: z.array(Route),
  /** The contract of its worker that it was built with; absent where it has no worker, and only there. */
  contract: z.optional(ContractShape),
})
export type Release = z.infer<typeof Release>

/** What a page needs of one version of a remote: a `Release` without what only the registry uses. */
export const ComposedVersion = z.object({
  version: z.string(),
  /** Where its files are, with a slash at the end: `/remotes/gallery/3f2a91c-9b01d2e4/`. */
  base: z.string(),
  entry: z.string(),
  global: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** File -> `sha384-...`. */
  integrity: z.record(z.string(), z.string()),
})
export type ComposedVersion = z.infer<typeof ComposedVersion>

/** What a page needs of a release. */
export function composeVersion(release: Release): ComposedVersion {
  const { name, version, entry, global, scripts, styles, files } = release
  // Only what runs or styles is checked by a browser.
  const checked = Object.entries(files).filter(([path]) => /\.(m?js|css)$/.test(path))
  return {
    version,
    base: `/remotes/${name}/${version}/`,
    entry,
    global,
    scripts,
    styles,
    integrity: Object.fromEntries(checked.map(([path, file]) => [path, file.integrity])),
  }
}

export const ComposedRemote = z.object({
  name: z.string(),
  routes: z.array(Route),
  current: ComposedVersion,
  /** The version to fall back to, null where there is none. */
  previous: z.nullable(ComposedVersion),
  /** A canary of this remote runs: the page says too when all went well. Failures are always said. */
  watched: z.optional(z.boolean()),
})
export type ComposedRemote = z.infer<typeof ComposedRemote>

/**
 * What one page runs, written into it by the shell's worker as `<script type="application/json" id="composition">`,
 * and what a page that stays open is told by `GET /api/releases/compositions/current` (its `ETag` is the id: 304 when nothing changed).
 */
export const Composition = z.object({
  id: z.string(),
  /** Proves to `POST /api/releases/outcomes` that the site gave this page these versions. Good for a day. */
  token: z.optional(z.string()),
  remotes: z.array(ComposedRemote),
  /** Who publishes the site, for its legal page; absent where the settings do not say it. */
  owner: z.optional(z.string()),
  auth: z.object({
    /** Host of the tenant, or its origin where it is not https. */
    domain: z.string(),
    clientId: z.string(),
    audience: z.string(),
    connection: z.string(),
    /** `forms`: the site's own screens; `redirect`: the tenant's page (no custom domain). */
    session: z.enum(['forms', 'redirect']),
  }),
})
export type Composition = z.infer<typeof Composition>
