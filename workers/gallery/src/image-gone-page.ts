import type { Context } from 'hono'

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-content:center;gap:.5rem;padding:1.5rem;
box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f1f2f4,#0e0c13);color:light-dark(#131118,#edebf3)}
h1{margin:0;font-size:1.5rem;line-height:1.2}p{margin:0;max-width:32rem}a{color:light-dark(#4a22b5,#a68bff)}`

const page = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Image introuvable · Encre</title><style>${style}</style>
<main><h1>Cette image n’est plus à cette adresse</h1>
<p>L’adresse d’une image est valable quelques heures. Si le design est toujours dans votre galerie, ouvrez-le à partir de là.</p>
<p><a href="/gallery">Mes Designs</a></p></main></html>`

/** Whether a browser opens the address as a page, by what it says of itself. Older browsers only say what they accept. */
export function isDocumentRequest(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination === null ? /\btext\/html\b/i.test(headers.get('accept') ?? '') : destination === 'document'
}

/** The 404 of an image for a person. The same for an expired, a forged and a deleted image. */
export function imageGonePage(c: Context): Response {
  return c.body(page, 404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
}
