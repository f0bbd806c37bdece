/** The id of what a page creates, and the token of its address if it has one. */
interface IdAndToken {
  id: string
  token: string
}

/**
 * Gives what a page creates its key. The same content has the same key until `forget`, so that
 * pressing again creates nothing twice.
 */
export function createWriteKeys() {
  let known: { content: unknown[]; key: IdAndToken } | null = null
  return {
    keyOf(...content: unknown[]): IdAndToken {
      const isKnown = known?.content.every((part, index) => part === content[index])
      if (!known || !isKnown) known = { content, key: createWriteKey() }
      return known.key
    },
    forget() {
      known = null
    },
  }
}

function createWriteKey(): IdAndToken {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const base64 = btoa(String.fromCharCode(...bytes))
  const token = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return { id: crypto.randomUUID(), token }
}
