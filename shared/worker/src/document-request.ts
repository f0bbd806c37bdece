/**
 * Whether a browser opens an address as a page, in a tab: then answer a person, not a script. Browsers without Fetch Metadata only
 * say what they accept.
 */
export function isDocumentRequest(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination === null ? /\btext\/html\b/i.test(headers.get('accept') ?? '') : destination === 'document'
}
