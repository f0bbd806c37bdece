import type { OwnerKey } from '@encre/worker/member'
import type { Bindings } from '../bindings.ts'

/** The owner comes first, so that deleting an account lists one prefix. */
export function referenceKey(ownerKey: string, id: string): string {
  return `${referencePrefix(ownerKey)}${id}`
}

function referencePrefix(ownerKey: string): string {
  return `owners/${ownerKey}/references/`
}

/** The reference as a file for the provider, or null if it was deleted. */
export async function readReference(env: Pick<Bindings, 'REFERENCES'>, ownerKey: string, id: string): Promise<File | null> {
  const object = await env.REFERENCES.get(referenceKey(ownerKey, id))
  if (!object) return null
  const type = object.httpMetadata?.contentType ?? 'application/octet-stream'
  return new File([await object.arrayBuffer()], `reference.${type.split('/')[1]}`, { type })
}

export async function openReference(
  env: Pick<Bindings, 'REFERENCES'>,
  ownerKey: OwnerKey,
  id: string,
): Promise<ReadableStream<Uint8Array> | null> {
  return (await env.REFERENCES.get(referenceKey(ownerKey, id)))?.body ?? null
}

export async function eraseReferenceFiles(env: Pick<Bindings, 'REFERENCES'>, ownerKey: OwnerKey): Promise<void> {
  for (;;) {
    const { objects, truncated } = await env.REFERENCES.list({ prefix: referencePrefix(ownerKey) })
    if (objects.length > 0) await env.REFERENCES.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
