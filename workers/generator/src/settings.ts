import {
  Count,
  defineSettings,
  isOrigin,
  List,
  memberSettings,
  Switch,
  Text,
} from '@encre/worker/settings'
import * as z from 'zod/mini'

// The settings of the generator's worker, and from them every quota. They are counted in
// `generations/generations-store.ts` (`acceptGeneration`) and `limits/limits.ts` (`takeCall`).

/** What a day's generations are bounded by. */
export interface QuotaLimits {
  perMember: number
  /**
   * Generations that one member may start. Those that were cancelled before a call count too,
   * because each is a row.
   */
  started: number
  attempts: number
  /** Null: no limit. */
  perNetwork: number | null
  perSite: number
  /** What the accounts of one day may take of it together. */
  perNewAccounts: number
}

/** Calls, and starts, of one member: the quota of the day times this. */
const attemptsPerGeneration = 3
const startsPerGeneration = 10
/** Of the site's day, at most. */
const shareOfNetwork = 0.1
const shareOfNewAccounts = 0.5

const Empty = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const Price = z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.transform(Number))

/** The settings as `wrangler.jsonc` declares them. */
const Declared = z.object({
  ...memberSettings,
  OPENAI_API_KEY: Text,
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/, error: 'an address' }),
  IMAGE_MODELS: z.pipe(
    List,
    z.array(z.string()).check(z.minLength(1, 'one model or more, separated by commas')),
  ),
  PRICE_PER_MILLION_TOKENS: z.union([Empty, Price], 'a number, or empty'),
  PROVIDER_DEADLINE_SECONDS: Count,
  IMAGE_URL_ORIGINS: z.pipe(
    List,
    z
      .array(z.string())
      .check(z.refine((texts) => texts.every(isOrigin), 'origins without a slash after them')),
  ),
  IMAGE_ORIGIN: z.enum(['ai', 'drawn'], 'ai or drawn'),
  GENERATIONS_PER_MEMBER_PER_DAY: Count,
  GENERATIONS_PER_DAY: Count,
  ATTEMPTS_PER_MEMBER_PER_DAY: z.union([Empty, Count], 'a whole number, or empty'),
  GENERATIONS_PER_NETWORK_PER_DAY: Count,
  VERIFIED_EMAIL: Switch,
  DATA_JURISDICTION: z.enum(['', 'eu'], 'eu, or empty'),
})

/** The settings of the generator's worker. */
export const settingsOf = defineSettings(Declared, (declared) => ({
  provider: {
    apiKey: declared.OPENAI_API_KEY,
    baseUrl: declared.OPENAI_BASE_URL,
    timeoutMs: declared.PROVIDER_DEADLINE_SECONDS * 1000,
    /** Origins from which its images may be fetched: its own, and those of the setting. */
    imageOrigins: [new URL(declared.OPENAI_BASE_URL).origin, ...declared.IMAGE_URL_ORIGINS],
    pricePerMillionTokens: declared.PRICE_PER_MILLION_TOKENS,
  },
  /** In order of preference. */
  models: declared.IMAGE_MODELS,
  /** Stored with each design that has no origin of its own. */
  origin: declared.IMAGE_ORIGIN,
  limits: limitsOf(declared),
  /** Whether a member's first generation needs a verified email. */
  needsVerifiedEmail: declared.VERIFIED_EMAIL,
  /** Of new Durable Objects. */
  jurisdiction: declared.DATA_JURISDICTION,
}))

export type ProviderSettings = ReturnType<typeof settingsOf>['provider']

function limitsOf(declared: z.infer<typeof Declared>): QuotaLimits {
  const perMember = declared.GENERATIONS_PER_MEMBER_PER_DAY
  const perSite = declared.GENERATIONS_PER_DAY
  const perNetwork = declared.GENERATIONS_PER_NETWORK_PER_DAY
  return {
    perMember,
    started: startsPerGeneration * perMember,
    attempts: declared.ATTEMPTS_PER_MEMBER_PER_DAY ?? attemptsPerGeneration * perMember,
    perNetwork: perNetwork ? Math.min(perNetwork, Math.ceil(perSite * shareOfNetwork)) : null,
    perSite,
    perNewAccounts: Math.ceil(perSite * shareOfNewAccounts),
  }
}
