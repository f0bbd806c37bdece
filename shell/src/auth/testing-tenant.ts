import { onTestFinished, vi } from 'vitest'
import { type TenantSettings, tenantOrigin } from './tenant.ts'

export interface FakeTenant {
  /** The member of the tenant's session. Null ends the session. */
  member: { sub: string; email: string; name?: string } | null
  /** Seconds for which its tokens are valid. */
  expiresIn: number
  /** While true, no request to it arrives. */
  isDown: boolean
  /** While true, the browser shows none of its pages in a frame. */
  refusesFrames: boolean
  /** What the page has sent to /oauth/token. */
  tokenRequests: URLSearchParams[]
  /**
   * Notes the parameters of an /authorize address, as the tenant does when the page leaves for it.
   * Returns the code of its answer.
   */
  authorize(address: URL): string
}

/**
 * A tenant at the network: it answers the hidden frame of Auth0's SDK, and the requests of the
 * page.
 */
export function startFakeTenant(settings: TenantSettings): FakeTenant {
  const origin = tenantOrigin(settings)
  const nonces = new Map<string, string>()
  const tenant: FakeTenant = {
    member: { sub: 'auth0|1', email: 'lea@encre.test', name: 'Léa' },
    expiresIn: 3600,
    isDown: false,
    refusesFrames: false,
    tokenRequests: [],
    authorize({ searchParams }) {
      const code = `code-${nonces.size}`
      nonces.set(code, searchParams.get('nonce') ?? '')
      return code
    },
  }

  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    if (tenant.isDown) throw new TypeError('Failed to fetch')
    if (url === '/robots.txt')
      return new Response(null, {
        headers: { date: new Date(performance.timeOrigin + performance.now()).toUTCString() },
      })
    if (String(url) !== `${origin}/oauth/token`) return Response.json({ login_ticket: 'ticket-1' })
    const request = new URLSearchParams(String(options?.body))
    tenant.tokenRequests.push(request)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: `${origin}/`,
      aud: settings.clientId,
      nonce: nonces.get(request.get('code') ?? ''),
      iat: now,
      exp: now + 36_000,
    }
    return Response.json({
      access_token: `token-${tenant.tokenRequests.length}`,
      expires_in: tenant.expiresIn,
      token_type: 'Bearer',
      scope: 'openid profile email',
      id_token: [{ alg: 'RS256' }, { ...claims, ...tenant.member }, {}].map(encodePart).join('.'),
    })
  })

  const answerFrame = (address: URL) => {
    if (tenant.isDown || tenant.refusesFrames || address.origin !== origin) return
    const state = address.searchParams.get('state')
    const answer = tenant.member
      ? { code: tenant.authorize(address) }
      : { error: 'login_required', error_description: 'Login required' }
    const data = { type: 'authorization_response', response: { ...answer, state } }
    dispatchEvent(new MessageEvent('message', { origin, data }))
  }
  watchFrames(answerFrame)
  return tenant
}

/** Calls `answer` with each address of a frame. */
function watchFrames(answer: (address: URL) => void): void {
  // happy-dom prints an error for each `<iframe>`, because it loads no page into it. Another
  // element takes its place.
  const createElement = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
    createElement(name === 'iframe' ? 'frame' : name),
  )
  const frames = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target instanceof Element)
        answer(new URL(target.getAttribute('src') ?? '', location.href))
    }
  })
  frames.observe(document.body, { subtree: true, attributeFilter: ['src'] })
  onTestFinished(() => {
    frames.disconnect()
    // The SDK leaves each frame in the page for some seconds.
    document.body.replaceChildren()
  })
}

/** A part of a token, whose signature the SDK leaves to the tenant's TLS. */
function encodePart(part: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part))))
}
