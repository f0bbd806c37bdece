import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import { Button } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import type { Ref } from 'react'
import * as z from 'zod/mini'
import { Choices } from '../choices.ts'
import type { StopReason } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import words from '../text.module.css'
import { failureText, failureMessages as text } from './failure-text.ts'
import styles from './steps.module.css'

interface StopTextProps {
  stop: StopReason
  /** Null while another generation is pending. */
  onStartAgain: ((request: GenerationRequest) => void) | null
}

export function StopNote({ ref, ...props }: StopTextProps & { ref: Ref<HTMLDivElement> }) {
  const isQuiet = props.stop.kind === 'cancelled'
  return (
    <div
      ref={ref}
      className={isQuiet ? `${styles.quiet} ${words.soft}` : styles.stop}
      role={isQuiet ? undefined : 'alert'}
    >
      <StopText {...props} />
    </div>
  )
}

/** Undefined for a request with a choice that another version offered. */
function requestAgain(request: Generation['request']): GenerationRequest | undefined {
  const { size, placement, colors } = Choices.shape
  const known = z.safeParse(z.object({ size, placement, colors }), request).data
  return known && { ...request, ...known }
}

export function StopText({ stop, onStartAgain }: StopTextProps) {
  if (stop.kind === 'interrupted') {
    const again = requestAgain(stop.generation.request)
    return (
      <>
        <p>{typeset(text.interrupted)}</p>
        <RequestId id={stop.generation.requestId} />
        {again && onStartAgain && (
          <Button onClick={() => onStartAgain(again)}>{text.startAgain}</Button>
        )}
      </>
    )
  }
  return (
    <>
      {stop.kind === 'cancelled' ? <p>{messages.cancelled}</p> : <Failure code={stop.code} />}
      {stop.counted !== undefined && <p>{typeset(countedText(stop.counted))}</p>}
      {stop.kind === 'failed' && <RequestId id={stop.requestId} />}
    </>
  )
}

function countedText(counted: boolean | 'unsure'): string {
  if (counted === 'unsure') return text.maybeCounted
  return counted ? text.counted : text.notCounted
}

function Failure({ code }: { code: string }) {
  const { title, reason } = failureText(code)
  return (
    <p lang="en">
      {title}
      {reason && (
        <>
          {' '}
          {/* A title that ends with a colon continues with its reason. */}
          {!title.endsWith(':') && <br />}
          <span lang={reason.lang}>{typeset(reason.text)}</span>
        </>
      )}
    </p>
  )
}

function RequestId({ id }: { id: string | null }) {
  if (!id) return null
  return (
    <p className={words.soft}>
      {typeset(text.request)} <code>{id}</code>
    </p>
  )
}
