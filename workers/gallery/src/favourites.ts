import { readBody } from '@encre/worker/body'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { FavouritesChange, type GalleryProblem } from './contract.ts'
import { setFavourites } from './designs-store.ts'

export const favourites = new Hono<MemberEnv<Env>>().put('/', async (c) => {
  const change = await readBody(c, FavouritesChange)
  if (!change) return problem<GalleryProblem>(c, 400, 'invalid-request')
  await setFavourites(c.env.DB, c.var.memberId, change.ids, change.favourite)
  return c.body(null, 204)
})
