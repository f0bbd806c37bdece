/** The most iterations that workerd allows. Only developers have copies of this database. */
const iterations = 100_000

export const minimumPasswordLength = 6
/** Auth0 hashes with bcrypt, which ignores further bytes. */
const maximumPasswordBytes = 72

/** The most common passwords of six characters and more. Auth0's dictionary has 10,000. */
const common = new Set(
  '123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 abc123 azerty azertyuiop qwerty qwerty123 qwertyuiop password password1 motdepasse iloveyou soleil doudou loulou marseille nicolas'.split(
    ' ',
  ),
)

export function isPasswordAcceptable(password: string): boolean {
  const length = new TextEncoder().encode(password).byteLength
  return password.length >= minimumPasswordLength && length <= maximumPasswordBytes && !common.has(password.toLowerCase())
}

/** `salt.hash`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return `${salt.toBase64()}.${(await derive(password, salt)).toBase64()}`
}

/** An unknown account (null) costs the same work, so that the time does not reveal accounts. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? nobody).split('.')
  const derived = await derive(password, Uint8Array.fromBase64(salt))
  return crypto.subtle.timingSafeEqual(derived, Uint8Array.fromBase64(hash)) && stored !== null
}

const nobody = `${new Uint8Array(16).toBase64()}.${new Uint8Array(32).toBase64()}`

async function derive(password: string, salt: Uint8Array): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256))
}
