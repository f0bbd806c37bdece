import {
  type AtelierSettings,
  AtelierSettingsChange,
  changeSettings,
  importDesign,
  type ListedDesign,
} from '@encre/gallery-worker/contract'
import { styles as catalogue } from '@encre/protocol/catalogue'
import { queryOf, signInPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call, callWithFile } from '@encre/remote-kit/call'
import { createWriteKeys } from '@encre/remote-kit/choose-repeat-key'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import type { Pixels } from '@encre/stencil/pixels'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { WriteFailure } from '@encre/ui/write-failure'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { atelierPath } from '../../atelier-path.ts'
import { problemMessage } from '../../messages.ts'
import { encodeCanvas, toCanvas } from '../studio/picture.ts'
import { asSent, writeDraft } from '../studio/use-settings.ts'
import controls from '../workbench/controls.module.css'
import { keepMessages as text } from './keep-messages.ts'

interface KeepDrawingProps {
  shell: ShellApi
  design: Pick<ListedDesign, 'subject' | 'origin'>
  readPixels: () => Pixels | Promise<Pixels>
  settings: AtelierSettings
  /** Where a visitor comes back to from the sign-in. */
  returnTo: string
}

/** In the address of a visitor who has signed in to keep a drawing. */
const keepsKey = 'garder'

/** Letters are drawn in no style of the catalogue. The library lists them among the plain lines. */
const letteringStyle = 'minimalist'

function showWay(way: HTMLElement | null): void {
  way?.scrollIntoView?.({ block: 'center' })
}

/** Pixels that are read again are the same drawing. */
async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return String.fromCharCode(...new Uint8Array(digest))
}

/**
 * Saves the drawing in the member's gallery with its settings, and opens it there. Visitors are
 * told to sign in first.
 */
export function KeepDrawing({ shell, design, readPixels, settings, returnTo }: KeepDrawingProps) {
  const isLettering = design.origin === 'lettering'
  const [style, setStyle] = useState(isLettering ? letteringStyle : '')
  const [status, setStatus] = useState<'idle' | 'missing' | 'sending' | { code: string }>('idle')
  const writer = useWriter()
  const [keys] = useState(createWriteKeys)
  if (!shell.member) {
    const back = `${returnTo}?${new URLSearchParams({ [keepsKey]: 'oui' })}`
    return (
      <p className={controls.note}>
        {typeset(text.keepSignIn)} <a href={signInPath(back)}>{text.signIn}</a>
      </p>
    )
  }

  const comesToKeep = queryOf(shell.path).has(keepsKey)

  async function handleKeep() {
    if (status === 'sending') return
    if (!style) return setStatus('missing')
    setStatus('sending')
    try {
      const blob = await encodeCanvas(toCanvas(await readPixels()))
      const file = new File([blob], 'dessin.png', { type: blob.type })
      const { subject, origin } = design
      const key = keys.keyOf(await hashOf(file), subject, style, origin)
      const kept = await writer.write('keep', {
        send: () =>
          callWithFile(shell, importDesign, { query: { subject, style, origin }, file, key }),
        onWait: (code) => setStatus(code === null ? 'sending' : { code }),
      })
      // The design is kept: settings that cannot be saved now are saved by its page.
      const change = settingsOf(settings)
      const saved = call(shell, changeSettings, {
        params: { id: kept.id },
        body: change,
        inBackground: true,
      })
      await saved.catch(() => writeDraft(kept.id, change))
      shell.navigate(atelierPath(kept.id, ''))
    } catch (error) {
      keys.forgetRefused(error)
      const code = reportFailure(shell, error, 'a drawing could not be kept')
      setStatus(code === null ? 'idle' : { code })
    }
  }

  return (
    <div ref={comesToKeep ? showWay : null} className={controls.keep}>
      {!isLettering && (
        <StyleField value={style} isMissing={status === 'missing'} onChange={setStyle} />
      )}
      <Button aria-disabled={status === 'sending'} onClick={() => void handleKeep()}>
        {status === 'sending' ? text.keeping : text.keep}
      </Button>
      {status === 'missing' && <Notice kind="error" title={text.styleMissing} />}
      {typeof status === 'object' && (
        <WriteFailure
          title={text.keepFailed}
          code={status.code}
          reason={problemMessage(status.code)}
          takeBack={() => writer.takeBack('keep')}
        />
      )}
      <p className={controls.note}>{typeset(text.keepAbout)}</p>
    </div>
  )
}

interface StyleFieldProps {
  value: string
  isMissing: boolean
  onChange: (style: string) => void
}

function StyleField({ value, isMissing, onChange }: StyleFieldProps) {
  const id = useId()
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={id}>
        {text.style}
      </label>
      <select
        id={id}
        className={controls.text}
        value={value}
        aria-invalid={isMissing}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{text.chooseStyle}</option>
        {catalogue.map(({ id: style, name }) => (
          <option key={style} value={style}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function settingsOf(settings: AtelierSettings): AtelierSettingsChange {
  const chosen = Object.entries(asSent(settings)).filter(([, value]) => value !== null)
  return z.parse(AtelierSettingsChange, Object.fromEntries(chosen))
}
