import type { Generation } from '@encre/generator-worker/contract'
import { typeset } from '@encre/ui/typeset'
import { previewMessages as text } from '../later-messages.ts'

/** Says where a design differs from the request: in how the provider understood it, or on white paper instead of transparent. */
export function Shortcomings({ generation, className }: { generation: Generation; className: string | undefined }) {
  const { request, transparent, revisedPrompt } = generation
  return (
    <>
      {revisedPrompt && <p className={className}>{typeset(text.revisedPrompt(revisedPrompt))}</p>}
      {request.transparent === true && transparent === false && <p className={className}>{typeset(text.opaque)}</p>}
    </>
  )
}
