import type { ListedDesign } from '@encre/gallery-worker/contract'
import { designPath } from '@encre/protocol/links'
import { typeset } from '@encre/ui/typeset'
import { messages } from './messages.ts'

interface ParentLineProps {
  design: Pick<ListedDesign, 'parentId' | 'parentNumber' | 'parentDeleted'>
  verb: 'Variation' | 'Issu'
}

export function ParentLine({ design, verb }: ParentLineProps) {
  const { parentId, parentNumber = null, parentDeleted = false } = design
  if (!parentId) return null
  const line = typeset(messages.childOf(verb, parentNumber, parentDeleted))
  return <p>{parentDeleted ? line : <a href={designPath(parentId)}>{line}</a>}</p>
}
