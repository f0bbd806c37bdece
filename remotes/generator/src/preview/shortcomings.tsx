import type { Generation } from '@encre/generator-worker/contract'
import { typeset } from '@encre/ui/typeset'
import { previewMessages as text } from './preview-messages.ts'

/** Says where a design is not what was asked for: the subject that the embedded maker did not know, white paper instead of none. */
export function Shortcomings({ generation, className }: { generation: Generation; className: string | undefined }) {
  const { request, transparent, subjectKnown } = generation
  return (
    <>
      {subjectKnown === false && <p className={className}>{typeset(text.unknownSubject)}</p>}
      {request.transparent === true && transparent === false && <p className={className}>{typeset(text.opaque)}</p>}
    </>
  )
}
