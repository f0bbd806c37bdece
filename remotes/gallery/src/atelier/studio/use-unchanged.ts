import { useState } from 'react'

/** The same object as before while its JSON is the same, so that no effect of it runs again. */
export function useUnchanged<Value>(value: Value): Value {
  const json = JSON.stringify(value)
  const [kept, setKept] = useState({ value, json })
  if (kept.json === json) return kept.value
  setKept({ value, json })
  return value
}
