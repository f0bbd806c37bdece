/**
 * The Durable Objects of one jurisdiction, whose data stays there; '' is none. The ids of the same
 * name differ: whoever reaches an object later keeps its jurisdiction in a row.
 * https://developers.cloudflare.com/durable-objects/reference/data-location
 */
export function objectsIn<Object extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Object>,
  jurisdiction: string,
): DurableObjectNamespace<Object> {
  return jurisdiction === ''
    ? namespace
    : namespace.jurisdiction(jurisdiction as DurableObjectJurisdiction)
}
