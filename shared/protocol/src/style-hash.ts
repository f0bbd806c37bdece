/** The hash that a content security policy needs to allow an inline stylesheet: `sha256-...`. */
export async function hashStyles(css: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}
