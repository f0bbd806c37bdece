import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * For a form that the build prerenders: gives `onTyped` what was typed into its fields before React took over, by the name of the field.
 * Returns the ref of the form.
 */
export function useTypedFields(onTyped: (name: string, value: string) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const adopt = useEffectEvent(() => {
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && field.value !== '') onTyped(field.name, field.value)
    }
  })
  useEffect(() => adopt(), [])
  return form
}
