// These functions run in the page: `recorder.ts` sends their text there.

interface BuiltIn {
  name: string
  keys: Map<PropertyKey, PropertyDescriptor>
  /** The page gives such an object keys of its own. None may hide a key that it inherits. */
  isInstance: boolean
}

/** Everything that a script reaches from `window`, the shortest names first. */
export function readBuiltIns(): Map<object, BuiltIn> {
  const found = new Map<object, BuiltIn>()
  const add = (value: unknown, name: string, isInstance: boolean) => {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    if (!isObject || found.has(value)) return
    const keys = new Map<PropertyKey, PropertyDescriptor>()
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key)
      if (descriptor) keys.set(key, descriptor)
    }
    found.set(value, { name, keys, isInstance })
  }
  add(window, '', true)
  // What only a getter gives has its functions on a prototype.
  for (const [key, { get }] of found.get(window)?.keys ?? []) {
    const value: unknown = get && typeof key === 'string' && Reflect.apply(get, window, [])
    const isPlain = value === document || !(value instanceof Node || value instanceof Storage)
    if (isPlain) add(value, String(key), true)
  }
  // A Map goes on with what is added while it is read.
  for (const [, { name, keys }] of found) {
    for (const [key, descriptor] of keys) {
      add(descriptor.value, name ? `${name}.${String(key)}` : String(key), false)
    }
  }
  for (const [value, { name }] of found) {
    add(Reflect.getPrototypeOf(value), `${name}.[[Prototype]]`, false)
  }
  return found
}

export function listReplaced(builtIns: Map<object, BuiltIn>): string[] {
  return [...builtIns].flatMap(([owner, { name, keys, isInstance }]) => {
    const changed = [...keys.keys()].filter((key) => {
      const before = keys.get(key)
      const now = Reflect.getOwnPropertyDescriptor(owner, key)
      const isSame = Object.is(now?.value, before?.value)
      return !isSame || now?.get !== before?.get || now?.set !== before?.set
    })
    const inherited = Reflect.getPrototypeOf(owner) ?? {}
    const added = Reflect.ownKeys(owner).filter(
      (key) => !keys.has(key) && (!isInstance || key in inherited),
    )
    // The browser takes the handlers of a finger away and adds them, as it emulates one or not.
    return [...changed, ...added]
      .map(String)
      .filter((key) => !key.startsWith('ontouch'))
      .map((key) => (name ? `${name}.${key}` : key))
  })
}
