import { violationsPath } from '@encre/releases/registry'
import { settingsOf } from '../settings.ts'

/**
 * `styleHashes`: those of the page's inline styles, its own and those of a remote's skeleton. No
 * others are allowed.
 */
export function pageHeaders(env: Env, styleHashes: string[] = []): Record<string, string> {
  const { isSecure, tenant } = settingsOf(env)
  const tenants = tenant.origins.join(' ')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${tenants}`,
    `frame-src ${tenants}`,
    `form-action 'self' ${tenants}`,
    // The SDK stores refresh tokens in a worker that it creates from a blob; the site's own forms
    // need none.
    tenant.session === 'redirect' ? "worker-src 'self' blob:" : "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // `shell/src/trusted-types.ts` creates the policy.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${violationsPath}`,
    // Chromium ignores `report-uri` beside `report-to`, which it serves only over https. Other
    // browsers know only `report-uri`.
    ...(isSecure ? ['report-to violations'] : []),
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    ...(isSecure && { 'Reporting-Endpoints': `violations="${violationsPath}"` }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
