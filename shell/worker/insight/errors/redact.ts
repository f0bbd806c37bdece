/**
 * Removes from an error's text what could identify a person or make each report a text of its own: email addresses, ids, tokens, and the
 * host and query of addresses.
 */
export function redact(text: string): string {
  return (
    text
      .replace(/[^\s@<>()'"]+@[^\s@<>()'"/:]+\.[a-z]{2,}/gi, '<email>')
      .replace(/\b[a-z][a-z+.-]*:\/\/[^\s/'")]+/gi, '')
      .replace(/\?[^\s:)'"]*/g, '')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
      // The secret part of a shared link, which is as long as some versions.
      .replace(/(?<=\/)(?<!\/remotes\/[a-z0-9-]{1,40}\/)[\w-]{22}(?=[/\s)'"]|$)/g, '<token>')
      .replace(/\bauth0\|\w+/g, '<member>')
      .replace(/\beyJ[\w-]+\.[\w.-]+/g, '<token>')
  )
}
