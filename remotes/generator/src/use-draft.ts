import { useState } from 'react'
import * as z from 'zod/mini'
import { Choices, defaultChoices } from './choices.ts'

// At sign-out the shell clears every key that starts with 'encre.'.
const draftKey = 'encre.generator.draft'
const Draft = z.object({ memberId: z.string(), choices: Choices })

/** The choices of the form, saved in the tab's storage: they survive a reload, and sign-in after the session has ended. */
export function useDraft(memberId: string): [Choices, (change: Partial<Choices>) => void] {
  const [choices, setChoices] = useState(() => readDraft(memberId) ?? defaultChoices)

  function change(part: Partial<Choices>) {
    const next = { ...choices, ...part }
    setChoices(next)
    writeDraft(memberId, next)
  }
  return [choices, change]
}

/** Null for another member's draft, and for a draft that this version cannot read. */
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
    // Without storage, the choices last as long as the page.
  }
}
