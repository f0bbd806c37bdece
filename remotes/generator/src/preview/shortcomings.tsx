import type { Generation } from '@encre/generator-worker/contract'
import { typeset } from '@encre/ui/typeset'
import { previewMessages as text } from '../later-messages.ts'

/** Says where a design differs from the request: abstract, because the subject is unknown, or on white paper instead of transparent. */
export function Shortcomings({ generation, className }: { generation: Generation; className: string | undefined }) {
  const { request, transparent, subjectKnown } = generation
  return (
    <>
      {subjectKnown === false && <p className={className}>{typeset(text.unknownSubject)}</p>}
      {request.transparent === true && transparent === false && <p className={className}>{typeset(text.opaque)}</p>}
    </>
  )
}
