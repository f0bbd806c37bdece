import { deleteExpiredArchives } from './archives-store.ts'
import { deleteExpiredLinks } from './links/links-store.ts'
import { sweepDeleted } from './sweep-deleted.ts'
import { sweepImages } from './sweep-images.ts'

/** The gallery's maintenance, called every minute. Each part does a bounded amount of work. */
export async function sweep(env: Env): Promise<Record<string, number>> {
  await deleteExpiredArchives(env.DB, new Date())
  await deleteExpiredLinks(env.DB, new Date())
  return { ...(await sweepDeleted(env)), ...(await sweepImages(env)) }
}
