/** Delimiters also match percent-encoded, once or several times. */
const slash = '(?:/|%(?:25)*2f)'
const at = '(?:@|%(?:25)*40)'
const pipe = '(?:\\||%(?:25)*7c)'
const queryStart = '(?:[?#]|%(?:25)*(?:3f|23))'
const equals = '(?:=|%(?:25)*3d)'
/** Not within a word, unless words with a hyphen or an underscore come before: `link-id-`. */
const afterWords = '(?:(?<![\\w/-])|(?<=(?<![\\w-])(?:[A-Za-z]{1,12}[-_]){1,3}))'
const escapedLetter = /%(?:2d|5f|7e|3\d|[46][1-9a-f]|[57][0-9a])/gi

/** What identifies a person or opens something by itself. */
const secrets: [RegExp, string][] = [
  // Ids of members: `auth0|64ab`, `google-oauth2|108`, `samlp|studio|ana@studio.fr`.
  [new RegExp(`(?<![\\w-])[a-z][\\w-]{1,40}(?:${pipe}[\\w.@~+=%-]{3,})+`, 'giu'), '<member>'],
  [
    new RegExp(`[^\\s@<>()'"/=?&%]{1,64}${at}[^\\s@<>()'"/:?&%]{1,255}\\.\\p{L}{2,}`, 'giu'),
    '<email>',
  ],
  [/(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w.-]*)?/g, '<token>'],
  [/\b(?:encre_|sk-)[\w*-]{16,}/g, '<token>'],
  [
    new RegExp(`(?<=(?:(?<![\\w-])|%2f)f${slash})(?:signalements${slash})?[\\w-]{22,}`, 'gi'),
    '<token>',
  ],
  // A token of 128 bits in a path. Some versions of remotes are as long.
  [new RegExp(`(?<=${slash})(?<!/remotes/[a-z0-9-]{1,40}/)[\\w-]{22}(?![\\w-])`, 'gi'), '<token>'],
  // Elsewhere only what `createToken` can have made: its last character holds two bits.
  [
    new RegExp(`${afterWords}(?=[\\w-]*[a-z])(?=[\\w-]*[A-Z])[\\w-]{21}[AQgw](?![\\w-])`, 'g'),
    '<token>',
  ],
  // A signature, a code of the tenant, or what a visitor typed. The position at the end of a
  // stack's line stays.
  [
    new RegExp(
      `${queryStart}[\\w.~%-]+?${equals}[^\\s)'"]*?(?=(?::\\d+){0,2}(?:[\\s)'"]|$))`,
      'gi',
    ),
    '',
  ],
]

/** The text without email addresses, tokens, members' ids, and the queries of addresses. */
export function redact(text: string): string {
  const spelled = text.replace(escapedLetter, decodeURIComponent)
  return secrets.reduce((redacted, [secret, name]) => redacted.replace(secret, name), spelled)
}
