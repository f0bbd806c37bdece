import { defineSettings, memberSettings, Origin, Secret } from '@encre/worker/settings'
import * as z from 'zod/mini'

/** The settings as `wrangler.jsonc` declares them. */
const Declared = z.object({
  ...memberSettings,
  SITE_ORIGIN: Origin,
  IMAGE_URL_SECRET: Secret,
})

/** The settings of the gallery's worker. */
export const settingsOf = defineSettings(Declared, (declared) => ({
  /** The origin of the site, for addresses of images and links. */
  origin: declared.SITE_ORIGIN,
  /** Signs the addresses of images, and makes those of links and ZIPs. */
  imageUrlSecret: declared.IMAGE_URL_SECRET,
}))

export type Settings = ReturnType<typeof settingsOf>
