import { escapeHtml } from '@encre/protocol/page-text'
import { hashStyles } from '@encre/protocol/served-file'
import type { Context } from 'hono'

// Colours are the site's tokens (docs/design.md). The page loads no file: it also shows when the
// site's own files do not load.
const style = `:root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-content:center;gap:.5rem;padding:1.5rem;
box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f1f2f4,#0e0c13);color:light-dark(#131118,#edebf3)}
h1{margin:0;font-size:1.5rem;line-height:1.2}p{margin:.5rem 0 0;max-width:32rem}a{color:light-dark(#4a22b5,#a68bff)}
button{margin-top:.5rem;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.5rem;font:inherit;cursor:pointer;
background:light-dark(#4a22b5,#a68bff);color:light-dark(#fff,#0e0c13)}`

interface NoticePage {
  status: 200 | 404 | 410 | 429 | 503
  /** The title of the browser's tab, without the site's name. */
  title: string
  heading: string
  sentence: string
  /** A button that posts to the page's own address. */
  button?: string
  link: { path: string; label: string }
}

/**
 * Answers a small French page instead of a screen or a file that cannot be shown, or before one. It
 * is not cached and not indexed.
 */
export async function noticePage(
  c: Context,
  { status, title, heading, sentence, button, link }: NoticePage,
) {
  const html = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Encre</title><style>${style}</style>
<main><h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(sentence)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}
<p><a href="${escapeHtml(link.path)}">${escapeHtml(link.label)}</a></p></main></html>`
  return c.body(html, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${await policy()}; form-action ${button ? "'self'" : "'none'"}`,
    // With 'no-referrer', a form would be sent without its origin.
    'Referrer-Policy': button ? 'same-origin' : 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
}

let computed: Promise<string> | undefined

function policy(): Promise<string> {
  computed ??= createPolicy()
  return computed
}

async function createPolicy(): Promise<string> {
  const hash = await hashStyles(style)
  return `default-src 'none'; style-src '${hash}'; base-uri 'none'; frame-ancestors 'none'`
}

/**
 * Whether a person reads the answer in a tab. Browsers without Fetch Metadata send only `Accept`.
 */
export function isDocumentRequest(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return /\btext\/html\b/i.test(headers.get('accept') ?? '')
}
