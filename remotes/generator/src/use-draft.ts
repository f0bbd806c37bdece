import { useState } from 'react'
import * as z from 'zod/mini'
import { Choices, defaultChoices } from './choices.ts'

// At sign-out the shell clears every key that starts with 'encre.'.
const draftKey = 'encre.generator.draft'
const Draft = z.object({ memberId: z.string(), choices: Choices })

/** The form's choices, kept for the tab's life: what was typed survives a reload and a session that ends in the middle of work. */
export function useDraft(memberId: string): [Choices, (change: Partial<Choices>) => void] {
  const [choices, setChoices] = useState(() => readDraft(memberId) ?? defaultChoices)

  function change(part: Partial<Choices>) {
    const next = { ...choices, ...part }
    setChoices(next)
    writeDraft(memberId, next)
  }
  return [choices, change]
}

/** Null for another member's draft, and for one written by a version whose choices were others. */
function readDraft(memberId: string): Choices | null {
  try {
    const draft = z.safeParse(Draft, JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'))
    return draft.success && draft.data.memberId === memberId ? draft.data.choices : null
  } catch {
    return null
  }
}

function writeDraft(memberId: string, choices: Choices): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ memberId, choices }))
  } catch {
    // A browser that keeps nothing still lets one draw.
  }
}
