import { createToken } from '@encre/worker/secrets'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const style = `
  :root { color-scheme: light dark; --ink: #1a1530; --paper: #f7f5fb; --card: #fff; --line: #8a84a0; --stencil: #5b2bd0; }
  @media (prefers-color-scheme: dark) { :root { --ink: #ece9f5; --paper: #14111f; --card: #1d1930; --line: #7d769a; --stencil: #b79bff; } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; margin: 12vh auto; padding: 2rem; background: var(--card); border-radius: .75rem; }
  main.wide { max-width: 46rem; margin-block: 4vh; }
  h1 { margin-top: 0; font-size: 1.5rem; } a { color: var(--stencil); }
  form { display: grid; gap: 1rem; } label { display: grid; gap: .25rem; }
  input { font: inherit; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; }
  button { font: inherit; padding: .7rem; border: 0; border-radius: .4rem; background: var(--stencil); color: var(--card); }
  [role=alert] { padding: .75rem; border: 1px solid #c33; border-radius: .4rem; }
  li { margin-bottom: 1.5rem; } pre { white-space: pre-wrap; font: inherit; }
`

interface Page {
  title: string
  body: Html
  status?: ContentfulStatusCode
  wide?: boolean
  /** Addresses that forms may lead to, including redirects after them. */
  formTarget?: string
}

export function answerPage(
  c: Context,
  { title, body, status = 200, wide = false, formTarget = '' }: Page,
) {
  const nonce = createToken(32)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
  )
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cache-Control', 'no-store')
  return c.html(
    html`<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style nonce="${nonce}">${style}</style></head>
<body><main class="${wide ? 'wide' : ''}"><h1>${title}</h1>${body}</main></body>
</html>`,
    status,
  )
}
