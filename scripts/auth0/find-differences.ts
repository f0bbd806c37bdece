type Values = Record<string, unknown>

/**
 * Says what differs from `wanted`: one text per setting. Settings that `wanted` does not name may have any value. Lists are equal in any
 * order, since a callback or scope too many is a difference too.
 */
export function findDifferences(wanted: Values, actual: Values, path = ''): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = actual[name]
    if (isValues(value)) return findDifferences(value, isValues(found) ? found : {}, `${path}${name}.`)
    return toText(value) === toText(found) ? [] : [`${path}${name} is ${toText(found)}, must be ${toText(value)}`]
  })
}

/** `actual` with the values of `wanted`, for an API that replaces an object as a whole. */
export function merge(wanted: Values, actual: unknown): Values {
  const known = isValues(actual) ? actual : {}
  return {
    ...known,
    ...Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, isValues(value) ? merge(value, known[name]) : value])),
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toText(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value) ?? 'not set'
}
