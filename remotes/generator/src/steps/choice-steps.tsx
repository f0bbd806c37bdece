import { formatOf } from '@encre/picture/formats'
import {
  type Colour,
  styles as catalogue,
  colours,
  describeChoices,
  locations,
  type StyleId,
  sizes,
} from '@encre/protocol/catalogue'
import type { DesignChoices } from '@encre/protocol/design'
import { Fold } from '@encre/ui/fold'
import { lazyPart } from '@encre/ui/lazy-part'
import { typeset } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type Choices, customWords, findMissingDetail, toDesignChoices } from '../choices.ts'
import { messages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import words from '../text.module.css'
import type { OptionsProps } from './later-fields.tsx'
import { Choice, Step } from './step.tsx'
import styles from './steps.module.css'

const [DetailField] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './later-fields.tsx')).DetailField,
)
const [LaterOptions] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './later-fields.tsx')).LaterOptions,
)

interface StyleStepProps {
  value: StyleId
  /** The step stands below the sheet: an element that moves in the document scrolls back. */
  isBelowSheet: boolean
  onChange: (style: StyleId) => void
  onSurprise: () => void
}

export function StyleStep({ value, isBelowSheet, onChange, onSurprise }: StyleStepProps) {
  const chosen = catalogue.find((style) => style.id === value)
  const cards = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = cards.current
    if (!strip) return
    // Called at once after the layout, and with each new size: reading one costs nothing then.
    const observer = new ResizeObserver(() => {
      const card = strip.querySelector<HTMLElement>(`[value="${value}"]`)?.parentElement
      if (card) strip.scrollLeft = card.offsetLeft - (strip.clientWidth - card.offsetWidth) / 2
    })
    observer.observe(strip)
    return () => observer.disconnect()
  }, [value, isBelowSheet])
  return (
    <Step number={1} title={messages.style}>
      <div ref={cards} className={styles.cards}>
        {catalogue.map((style) => (
          <Choice
            key={style.id}
            name="style"
            value={style.id}
            checked={style.id === value}
            onChoose={() => onChange(style.id)}
          >
            <StyleGlyph style={style.id} />
            <CardWords title={style.name} lines={style.examples} />
          </Choice>
        ))}
        <button type="button" className={styles.surprise} onClick={onSurprise}>
          <svg viewBox="0 0 64 64" aria-hidden="true">
            <path d="M10 20 32 9l22 11v24L32 55 10 44ZM10 20l22 11 22-11M32 31v24M32 19.5v.1M17 31v.1M25 42v.1M47 36v.1" />
          </svg>
          <CardWords title={messages.surprise} lines={messages.surpriseHint} />
        </button>
      </div>
      <p className={`${styles.styleDescription} ${words.soft}`}>
        {typeset(chosen?.description ?? '')}
      </p>
    </Step>
  )
}

function CardWords({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <span className={styles.card}>
      <span className={words.strong}>{title}</span>
      <span className={styles.keywords}>
        <span>{lines[0]}</span>&nbsp;· <span>{lines[1]}</span>
      </span>
    </span>
  )
}

interface CustomiseStepProps {
  choices: Choices
  onChange: (change: Partial<Choices>) => void
  showMissing: boolean
}

/** Choices that another step asks for, or that belong to another choice. */
type AskedElsewhere = 'style' | 'sizeDetail' | 'placementDetail' | 'format'

export function CustomiseStep({ choices, onChange, showMissing }: CustomiseStepProps) {
  const isOneColour = choices.colors.length === 1
  const detail = { choices, onChange, showMissing }
  const groups: Record<Exclude<keyof DesignChoices, AskedElsewhere>, ReactNode> = {
    size: <ChoiceGroup {...detail} name="size" label={messages.size} options={sizes} />,
    placement: (
      <ChoiceGroup {...detail} name="placement" label={messages.placement} options={locations} />
    ),
    colors: (
      <fieldset className={styles.group}>
        <legend className={visuallyHidden.text}>{messages.colours}</legend>
        <ColourToggles value={choices.colors} onChange={(colors) => onChange({ colors })} />
      </fieldset>
    ),
  }
  return (
    <Step number={2} title={messages.customise}>
      <Fold
        summary={
          <>
            {describeChoices(toDesignChoices(choices), customWords)}
            {choices.colors.length > 0 && ' · '}
            <span lang="en">
              {choices.colors.map((hex) => (
                <span key={hex}>
                  <Dot hex={hex} />{' '}
                  <span className={isOneColour ? '' : visuallyHidden.text}>
                    {colours.find((colour) => colour.hex === hex)?.label}
                  </span>
                </span>
              ))}
            </span>
          </>
        }
        action={messages.change}
        className={styles.customise}
        isOpenWhenWide
        mustOpen={showMissing && findMissingDetail(choices) !== null}
      >
        <div className={styles.groups}>
          {groups.size}
          {groups.placement}
          {groups.colors}
        </div>
      </Fold>
    </Step>
  )
}

interface ChoiceGroupProps<Name extends 'size' | 'placement'> extends CustomiseStepProps {
  name: Name
  label: string
  options: readonly { value: Choices[Name]; label: string; description?: string }[]
}

function ChoiceGroup<Name extends 'size' | 'placement'>({
  name,
  label,
  options,
  choices,
  onChange,
  showMissing,
}: ChoiceGroupProps<Name>) {
  return (
    <fieldset className={styles.group}>
      <legend className={visuallyHidden.text}>{label}</legend>
      <div className={styles.row}>
        {options.map(({ value, label, description }) => (
          <Choice
            key={value}
            name={name}
            value={value}
            checked={value === choices[name]}
            onChoose={() => onChange({ [name]: value })}
          >
            <span>{label}</span>
            {description && <span className={words.soft}>{description}</span>}
          </Choice>
        ))}
      </div>
      {choices[name] === 'custom' && (
        <Suspense fallback={null}>
          <DetailField
            name={`${name}Detail`}
            value={choices[`${name}Detail`]}
            onChange={onChange}
            showMissing={showMissing}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

function Dot({ hex }: { hex: string }) {
  return (
    <svg className={styles.dot} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" fill={hex} />
    </svg>
  )
}

function ColourToggles({
  value,
  onChange,
}: {
  value: Colour[]
  onChange: (colours: Colour[]) => void
}) {
  function handleToggle(hex: Colour) {
    onChange(value.includes(hex) ? value.filter((chosen) => chosen !== hex) : [...value, hex])
  }

  return (
    <>
      <div className={styles.colours} lang="en">
        {colours.map(({ hex, label }) => (
          <button
            key={hex}
            type="button"
            className={styles.colour}
            aria-pressed={value.includes(hex)}
            onClick={() => handleToggle(hex)}
          >
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <circle cx="20" cy="20" r="13" fill={hex} />
              <path d="m14 20.5 4 4 8-9" />
            </svg>
            {label}
          </button>
        ))}
      </div>
      {value.length === 0 && <p className={words.soft}>{messages.noColour}</p>}
    </>
  )
}

interface CountsProps {
  value: number
  /** What the quota leaves. */
  most: number
  onChange: (count: number) => void
}

/** How many images one click on Générer asks for. */
export function Counts({ value, most, onChange }: CountsProps) {
  return (
    <fieldset className={styles.counts}>
      <legend className={visuallyHidden.text}>{messages.count}</legend>
      {[1, 2, 3, 4].slice(0, Math.max(1, most)).map((count) => (
        <Choice
          key={count}
          name="count"
          value={`${count}`}
          checked={count === value}
          onChoose={() => onChange(count)}
        >
          {count === 1 ? messages.one : count}
        </Choice>
      ))}
    </fieldset>
  )
}

/** Background and format, where the provider offers them. */
export function Options(props: OptionsProps) {
  const { choices, offersTransparent, offersSizes } = props
  if (!offersTransparent && !offersSizes) return null
  const background = choices.transparent ? messages.transparentLine : messages.paper
  const chosen = [
    ...(offersTransparent ? [background] : []),
    ...(offersSizes ? [formatOf(choices.format).label] : []),
  ]
  return (
    <Fold
      summary={
        <>
          {chosen.join(' · ')} <span className={visuallyHidden.text}>{messages.options}</span>
        </>
      }
    >
      {/* As high as the options, so that they come into view at once. */}
      <Suspense fallback={<div style={{ minBlockSize: '18rem' }} />}>
        <LaterOptions {...props} />
      </Suspense>
    </Fold>
  )
}
