/** The subresource integrity of a file: `sha384-` and the digest in base64. */
export async function integrityOf(content: BufferSource | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return `sha384-${btoa(String.fromCharCode(...digest))}`
}
