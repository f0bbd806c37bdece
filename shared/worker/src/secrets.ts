import { timingSafeEqual } from 'hono/utils/buffer'

/**
 * The values of a secret, the current one first. While a secret is rotated it has two, separated by a comma: the first one is used for new
 * signatures, and both are accepted. Throws for an empty secret, which anybody could know.
 */
export function secretValues(name: string, secret: string): [string, ...string[]] {
  const [current = '', ...leaving] = secret.split(',').map((value) => value.trim())
  if (!current || leaving.includes('')) throw new Error(`${name} is empty. Set it to one value, or to two while it is rotated: new,old`)
  return [current, ...leaving]
}

/** Whether the text is one of the secret's values. The time reveals nothing about a value. */
export async function isSecret(text: string, name: string, secret: string): Promise<boolean> {
  const matches = await Promise.all(secretValues(name, secret).map((value) => timingSafeEqual(text, value)))
  return matches.includes(true)
}
