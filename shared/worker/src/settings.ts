import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'

/**
 * The settings of a worker, parsed once: at its first request, because a worker has none before.
 * `declared` is what `wrangler.jsonc` declares.
 * Throws `SettingsError` for a wrong setting, at every request until the deployment is mended.
 */
export function defineSettings<Declared, Settings extends object>(
  declared: z.ZodMiniType<Declared>,
  read: (declared: Declared) => Settings,
): (env: object) => Settings {
  const parsed = new WeakMap<object, Settings>()
  return (env) => {
    const known = parsed.get(env)
    if (known) return known
    const { data, error } = z.safeParse(declared, env)
    if (error) throw new SettingsError(error.issues)
    const settings = read(data)
    parsed.set(env, settings)
    return settings
  }
}

/** Answers 500 to every request of a worker with a wrong setting, and names it in the log. */
export function requireSettings(settingsOf: (env: object) => unknown) {
  return createMiddleware(async (c, next) => {
    settingsOf(c.env)
    await next()
  })
}

/** Names every wrong setting. Its value may be a secret, so the message has no values. */
export class SettingsError extends Error {
  override name = 'SettingsError'

  constructor(issues: readonly z.core.$ZodIssue[]) {
    const sentences = issues.map(({ path, message }) => `${path.join('.')} must be ${message}`)
    super(`wrong settings: ${sentences.join('; ')} (docs/operations.md)`)
  }
}

// In these schemas the message of an issue ends a sentence: 'FLOOD_LIMITS must be on or off'.

/** `on` is true, `off` is false. */
export const Switch = z.pipe(
  z.enum(['on', 'off'], 'on or off'),
  z.transform((value) => value === 'on'),
)

/** A text that is not empty. */
export const Text = z.string('a text').check(z.minLength(1, 'a text'))

/** The origin of a site, without a path: `https://encre.example`. */
export const Origin = z
  .string('an origin')
  .check(z.refine(isOrigin, 'an origin, without a slash after it'))

export function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text
}

/** One value, or two while a secret is rotated: `new,old`. The first one signs. */
export const Secret = z
  .string('a secret')
  .check(
    z.refine(
      (text) => text.split(',').every((value) => value.trim() !== ''),
      'one value, or two while it is rotated: new,old',
    ),
  )

/** A share from 0 to 1. */
const Share = z.coerce
  .number('a share from 0 to 1')
  .check(z.minimum(0, 'a share from 0 to 1'), z.maximum(1, 'a share from 0 to 1'))

/** A whole number from 0. */
export const Count = z.pipe(
  z.string('a whole number').check(z.regex(/^\d{1,9}$/, 'a whole number')),
  z.transform(Number),
)

/** Texts separated by commas. May be empty. */
export const List = z.pipe(
  z.string('a list, separated by commas'),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)

/**
 * What every worker that knows members has. Parsed for the error alone: the code that they share
 * reads these of the bindings.
 */
export const memberSettings = {
  FLOOD_LIMITS: Switch,
  LOGGED_REQUESTS: Share,
  AUTH0_DOMAIN: Text,
  AUTH0_AUDIENCE: Text,
  METRICS_TOKEN: Secret,
}
