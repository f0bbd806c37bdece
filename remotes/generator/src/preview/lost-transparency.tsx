import type { Generation } from '@encre/generator-worker/contract'
import { typeset } from '@encre/ui/typeset'
import { messages } from '../messages.ts'

/** Says that the provider gave white paper where a transparent background was asked for. */
export function LostTransparency({ generation, className }: { generation: Generation; className: string | undefined }) {
  const isLost = generation.request.transparent === true && generation.transparent === false
  return isLost && <p className={className}>{typeset(messages.opaque)}</p>
}
