import { getCookie, setCookie } from 'hono/cookie'
import { reloadCookieSeconds } from '../lifetimes.ts'
import { settingsOf } from '../settings.ts'
import type { SiteContext } from '../site-env.ts'

// "Recharger", the button of a page whose first script does not run, posts to the page. A browser
// may keep a copy of that script that was changed on its way, on disk for a year and in the memory
// of the tab. So this page and all later ones name the script by an address that was never read
// before the press.

const name = 'encre_reload'

export function reload(c: SiteContext, address: string): Response {
  setCookie(c, name, String(Date.now()), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: settingsOf(c.env).isSecure,
    maxAge: reloadCookieSeconds,
  })
  return c.redirect(address, 303)
}

/** `html`: a prerendered page. Returns it as this visitor gets it. */
export function renameFirstScript(c: SiteContext, html: string): string {
  const reloadedAt = getCookie(c, name) ?? ''
  if (!/^\d+$/.test(reloadedAt)) return html
  return html.replace(/"\/static\/js\/index\.\w+\.js/, (file) => `${file}?retry=${reloadedAt}`)
}
