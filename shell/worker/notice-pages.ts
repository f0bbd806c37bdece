import type { Context } from 'hono'

const minute = 60

/** The 503 of a page whose worker fails. */
export function unavailablePage(c: Context): Response {
  return refusalPage(c, 503, 'Le serveur ne répond pas', 'Vérifiez votre réseau, puis réessayez dans une minute.')
}

/** The 429 of a page that one network asks for too often. */
export function floodPage(c: Context): Response {
  return refusalPage(c, 429, 'Trop de demandes', 'Réessayez dans une minute.')
}

function refusalPage(c: Context, status: 429 | 503, title: string, sentence: string): Response {
  const html = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title} · Encre</title>
<main><h1>${title}</h1><p>${sentence}</p></main></html>`
  return c.html(html, status, { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'Retry-After': String(minute) })
}
