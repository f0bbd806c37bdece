import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Choices, defaultChoices } from './choices.ts'

// The shell clears the tab's storage at sign-out.
const draftKey = 'encre.generator.draft'

const StoredDraft = z.object({
  memberId: z.string(),
  choices: Choices,
  // Older drafts lack it.
  parent: z._default(z.nullable(z.object({ id: z.string(), asReference: z.boolean() })), null),
})

/** What the form holds. `parent` is the design that it varies; `asReference`: that design's image is the reference. */
export type Draft = Omit<z.infer<typeof StoredDraft>, 'memberId'>

type DraftChange = Partial<Draft> | ((draft: Draft) => Partial<Draft>)

/** The content of the form, saved in the tab's storage: it survives a reload, and sign-in after the session has ended. */
export function useDraft(memberId: string): [Draft, (change: DraftChange) => void] {
  const [draft, setDraft] = useState<Draft>(() => readDraft(memberId) ?? { choices: defaultChoices, parent: null })
  // Not `draft`: a change after a wait must keep what was typed meanwhile.
  const newest = useRef(draft)

  function change(part: DraftChange) {
    newest.current = { ...newest.current, ...(typeof part === 'function' ? part(newest.current) : part) }
    setDraft(newest.current)
    writeDraft(memberId, newest.current)
  }
  return [draft, change]
}

/** Null for another member's draft, and for a draft that this version cannot read. */
function readDraft(memberId: string): Draft | null {
  try {
    const draft = z.safeParse(StoredDraft, JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'))
    return draft.success && draft.data.memberId === memberId ? draft.data : null
  } catch {
    return null
  }
}

function writeDraft(memberId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify({ ...draft, memberId }))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}
