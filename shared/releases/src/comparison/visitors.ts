import type { BrowserContextOptions } from '@playwright/test'

export interface Visitor {
  name: string
  options: BrowserContextOptions
}

const light: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
  colorScheme: 'light',
}

/** Who opens each page. What a release does by colour, language, zone, width or finger shows. */
export const visitors = {
  desk: { name: 'a French member at 1280 pixels', options: light },
  phone: {
    name: 'a member at 375 pixels, dark, by touch',
    options: {
      ...light,
      viewport: { width: 375, height: 667 },
      colorScheme: 'dark',
      hasTouch: true,
      isMobile: true,
    },
  },
  abroad: {
    name: 'an English member at 768 pixels in New York, without motion',
    options: {
      ...light,
      viewport: { width: 768, height: 900 },
      locale: 'en-GB',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    },
  },
  regular: { name: 'a member of 60 designs who was here before', options: light },
  stranger: { name: 'a visitor who is not signed in', options: light },
} satisfies Record<string, Visitor>
