import { maximumSizeMm, minimumSizeMm } from '@encre/protocol/ink-size'
import { formatSize } from '@encre/stencil/printed-messages'
import { Button, ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Workshop } from '../studio/workshop.ts'
import { atelierMessages as text } from './atelier-messages.ts'
import controls from './controls.module.css'

export function SizeField({ workshop: { sizeMm, size, onChange } }: { workshop: Workshop }) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOut, setIsOut] = useState(false)

  function handleType(value: string) {
    setTyped(value)
    const millimetres = Math.round(Number(value.replace(',', '.')) * 100) / 10
    const isIn = millimetres >= minimumSizeMm && millimetres <= maximumSizeMm
    setIsOut(!isIn)
    if (isIn) onChange({ sizeMm: millimetres })
  }

  return (
    <div className={controls.group}>
      <div className={controls.row}>
        <label className={controls.label} htmlFor={id}>
          {text.size}
        </label>
        <span className={controls.value}>{formatSize(size)}</span>
      </div>
      <div className={controls.row}>
        <input
          type="range"
          className={controls.range}
          aria-label={text.sizeSlider}
          aria-valuetext={formatSize(size)}
          min={2}
          max={40}
          step={0.5}
          value={sizeMm / 10}
          onChange={(event) => {
            setTyped(null)
            setIsOut(false)
            onChange({ sizeMm: Number(event.target.value) * 10 })
          }}
        />
        <span>
          <input
            id={id}
            className={controls.number}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? (sizeMm / 10).toLocaleString('fr', { useGrouping: false })}
            onChange={(event) => handleType(event.target.value)}
            onBlur={() => setTyped(null)}
          />{' '}
          {text.centimetres}
        </span>
      </div>
      {/* What is typed may still grow. */}
      {isOut && typed === null && (
        <p className={controls.note} role="status">
          {typeset(text.kept(sizeMm))}
        </p>
      )}
    </div>
  )
}

/** What the page has to say, and the press that helps. */
export function Remark({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <div className={controls.row}>
      <p className={controls.remark} role="status">
        {typeset(sentence)}
      </p>
      {children}
    </div>
  )
}

interface TakeSizeProps {
  workshop: Pick<Workshop, 'sizeMm' | 'onChange'>
  advisedMm: number
}

/** Takes a size that the figures or the artist advise. */
export function TakeSize({ workshop: { sizeMm, onChange }, advisedMm }: TakeSizeProps) {
  if (sizeMm >= advisedMm) return <p>{text.isTaken}</p>
  return (
    <Button variant="primary" onClick={() => onChange({ sizeMm: advisedMm })}>
      {text.take(advisedMm)}
    </Button>
  )
}

interface SliderFieldProps {
  label: string
  text: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

export function SliderField({ label, text, onChange, ...range }: SliderFieldProps) {
  const id = useId()
  return (
    <div className={controls.group}>
      <div className={controls.row}>
        <label className={controls.label} htmlFor={id}>
          {label}
        </label>
        <span className={controls.value}>{text}</span>
      </div>
      <input
        id={id}
        type="range"
        className={controls.range}
        aria-valuetext={text}
        {...range}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

/**
 * Labelled facts, one to a line. One that is not known yet is `undefined`; `null` and '' are left
 * out.
 */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={controls.facts}>
      {facts.map(
        ([label, fact]) =>
          fact !== null &&
          fact !== '' && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

export function ImageLink({ imageUrl }: { imageUrl: string }) {
  return (
    <ButtonLink href={imageUrl} target="_blank" rel="noopener">
      {text.openImage}
    </ButtonLink>
  )
}

interface HoldButtonProps {
  label: string
  isHeld: boolean
  onHold: (isHeld: boolean) => void
}

/** Shows something else while it is held. */
export function HoldButton({ label, isHeld, onHold }: HoldButtonProps) {
  const hold = () => onHold(true)
  const release = () => onHold(false)

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === ' ' || key === 'Enter') hold()
  }

  return (
    <Button
      aria-pressed={isHeld}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={handleKeyDown}
      onKeyUp={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      {label}
    </Button>
  )
}
