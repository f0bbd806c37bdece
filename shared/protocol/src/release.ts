import * as z from 'zod/mini'
import { ContractShape } from './contract-shape.ts'
import { parentPath } from './route-match.ts'

const HeaderLabel = z.string().check(z.minLength(1), z.maxLength(40))

/**
 * A link in the site's header. Members see `label`, in ascending `order`. Visitors see the links
 * that have a `visitorLabel`, under that label. The mobile menu shows the links with a
 * `visitorLabel` first, under that label for members too.
 */
export const HeaderLink = z.object({
  label: HeaderLabel,
  visitorLabel: z.optional(HeaderLabel),
  order: z.number(),
})
export type HeaderLink = z.infer<typeof HeaderLink>

/** A page of a remote. A route belongs to the first remote that claimed it. */
export const Route = z.object({
  /** `/gallery`, or `/gallery/:id` for the pages under it (`matchesRoute`). */
  path: z.string().check(z.regex(/^\/[a-z][a-z0-9-]*(\/:id)?$/)),
  access: z.enum(['public', 'member']),
  lang: z.enum(['fr', 'en']),
  /** The document's title until the remote sets its own. */
  title: z.string(),
  /** Its link in the site's header; absent when the page has none. */
  header: z.optional(HeaderLink),
  /**
   * Addresses of the remote's own worker that the page reads first. The shell requests them with
   * the first token and hands the answers to the remote (`takePrefetched`). `:id` stands for that
   * of the page.
   */
  prefetch: z.optional(
    z
      .array(
        z.string().check(z.regex(/^\/api\/[a-z][a-z0-9-]*\/[A-Za-z0-9/:_-]+$/), z.maxLength(200)),
      )
      .check(z.maxLength(4)),
  ),
})
export type Route = z.infer<typeof Route>

/**
 * The routes of a remote, with each path in the type: `Pages<typeof routes>` then asks for a page
 * of each.
 */
export function defineRoutes<const Path extends string>(
  routes: (Route & { path: Path })[],
): (Route & { path: Path })[] {
  return routes
}

/** The name of a remote's folder, and its part of every address. */
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/))

/** Git commit and hash of the sources, e.g. `3f2a91c-9b01d2e4`. */
export const VersionName = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/))

/** Path of a file in its build. */
export const FilePath = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/),
    z.maxLength(200),
  )

/**
 * What a page shows before the remote's code runs: HTML without scripts, and the rules that apply
 * to it (`findSkeletonDefects`).
 */
export const Skeleton = z.object({
  html: z.string().check(z.minLength(1), z.maxLength(60_000)),
  css: z.string().check(z.maxLength(60_000)),
  /** The hash of `css` in a content security policy: `sha256-...`. */
  styleHash: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)),
})
export type Skeleton = z.infer<typeof Skeleton>

/**
 * `release.json`: one immutable build of a remote, written beside its files at
 * `remotes/<name>/<version>/`.
 */
export const Release = z.object({
  name: RemoteName,
  version: VersionName,
  /** The `ShellApi` version that the remote was built for. */
  shellApi: z.number(),
  /**
   * The packages that the shell provides to the remote, with the version ranges that it accepts.
   */
  shared: z.record(z.string(), z.string()),
  /** The file of the federation container, and the global that it defines. */
  entry: FilePath,
  global: z.string(),
  /** Files that `./remote` needs, in the order of use: scripts to preload, stylesheets. */
  scripts: z.array(FilePath),
  styles: z.array(FilePath),
  /** Every file with its bytes and subresource integrity (`sha384-...`). */
  files: z.record(FilePath, z.object({ bytes: z.number(), integrity: z.string() })),
  /** A route with a parameter comes with its page, so that no other remote owns the page. */
  routes: z
    .array(Route)
    .check(
      z.refine((routes) =>
        routes.every(({ path }) => routes.some((other) => other.path === parentPath(path))),
      ),
    ),
  /**
   * The worker's contract that the remote was built with. Absent only if the remote has no worker.
   */
  contract: z.optional(ContractShape),
  /**
   * Bytes of source code that each package adds to the build, before unused exports are removed.
   */
  packages: z.record(z.string(), z.number()),
  /**
   * What a page shows before the remote's code runs, by its route's path or its own
   * (`/gallery/compare`). Without one: the waiting line.
   */
  skeletons: z.optional(z.record(z.string(), Skeleton)),
})
export type Release = z.infer<typeof Release>
