import type { ListedDesign } from '@encre/gallery-worker/contract'
import { designPath } from '@encre/protocol/links'
import { typeset } from '@encre/ui/typeset'
import { messages } from './messages.ts'

type Child = Pick<ListedDesign, 'parentId' | 'parentNumber' | 'parentDeleted'>

export function ParentLine({
  design: { parentId, parentNumber = null, parentDeleted },
}: {
  design: Child
}) {
  if (!parentId) return null
  if (parentDeleted) return typeset(messages.variationOfDeleted(parentNumber))
  return <a href={designPath(parentId)}>{typeset(messages.variationOf(parentNumber))}</a>
}
