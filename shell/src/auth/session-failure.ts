import { reachTenant, TenantError, type TenantSettings } from './tenant.ts'

// Why a session could not be looked up or renewed, in a sentence: network, clock, storage, frames,
// tenant. `start-session.ts` asks. What the tenant refuses in a form: `auth-messages.ts`.

// In the SDK's chunk: the page can say them when nothing more arrives.
const reasons = {
  network: 'Connexion au serveur impossible. Vérifiez votre réseau.',
  'storage-refused':
    'Votre navigateur refuse d’enregistrer des données. Autorisez les cookies de ce site, puis réessayez.',
  'storage-full':
    'La mémoire de votre navigateur pour ce site est pleine. Fermez les autres onglets du site, puis réessayez.',
  'frames-refused':
    'Votre navigateur bloque la page de connexion que ce site ouvre en arrière-plan. Autorisez-la, puis réessayez.',
}

/**
 * A clock that differs by less than this is right: the site's `Date` has seconds, and answers take
 * time.
 */
const smallestDriftMs = 300_000

/**
 * Why the session failed. The SDK's errors do not say it: a wrong clock reads as a wrong token, a
 * refused frame as a tenant that does not answer.
 */
export async function explainFailure(
  settings: TenantSettings,
  error: unknown,
): Promise<TenantError> {
  if (error instanceof TenantError && error.code !== 'unknown') return error
  const ahead = await readClock()
  if (Math.abs(ahead) > smallestDriftMs)
    return new TenantError('clock', { cause: error }, clockReason(ahead))
  const storage = findStorageFault()
  if (storage) return new TenantError(storage, { cause: error }, reasons[storage])
  try {
    await reachTenant(settings)
  } catch {
    return new TenantError('network', { cause: error }, reasons.network)
  }
  const timedOut = error instanceof Error && 'error' in error && error.error === 'timeout'
  return timedOut
    ? new TenantError('frames-refused', { cause: error }, reasons['frames-refused'])
    : new TenantError('unknown', { cause: error })
}

const units = [
  [31_536_000_000, 'year'],
  [2_592_000_000, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

export function clockReason(ahead: number): string {
  const drift = Math.abs(ahead)
  const [length, unit] = units.find(([length]) => drift >= length * 0.95) ?? units[4]
  const amount = new Intl.NumberFormat('fr', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(drift / length),
  )
  return `L'horloge de votre appareil ${ahead > 0 ? 'avance' : 'retarde'} de ${amount}. Réglez-la, puis réessayez.`
}

async function readClock(): Promise<number> {
  const answer = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? 0 : Date.now() - date
}

/** The SDK keeps the state of a sign-in in the tab's storage. */
function findStorageFault(): 'storage-refused' | 'storage-full' | null {
  try {
    sessionStorage.setItem('encre.probe', 'x'.repeat(4096))
    sessionStorage.removeItem('encre.probe')
    return null
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'storage-full'
      : 'storage-refused'
  }
}

/**
 * Whether the tenant said that there is no session. `isNetworkFailure` of `remote-kit` reads the same
 * errors of the SDK when a remote asks for a token.
 */
export function isSessionEnded(error: unknown): boolean {
  return (
    error instanceof Error &&
    'error' in error &&
    error.error !== 'timeout' &&
    error.error !== 'request_error'
  )
}
