import * as z from 'zod/mini'

/** What a page shows before the remote's code runs: HTML without scripts, and the rules that apply to it (`findSkeletonDefects`). */
export const Skeleton = z.object({
  html: z.string().check(z.minLength(1), z.maxLength(60_000)),
  css: z.string().check(z.maxLength(60_000)),
  /** The hash of `css` in a content security policy: `sha256-...`. */
  styleHash: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)),
})
export type Skeleton = z.infer<typeof Skeleton>
