import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { readAiOrigin } from '@encre/picture/origin-marks'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { usePageDrop } from '@encre/remote-kit/use-page-drop'
import type { Crop } from '@encre/stencil/crop'
import { lazyPart } from '@encre/ui/lazy-part'
import { RegistrationMarks } from '@encre/ui/marks'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { openedSettings } from '../atelier/page/unsaved-design.ts'
import { invertPixels, readPixels } from '../atelier/studio/picture.ts'
import { photoMessages } from '../atelier/workbench/atelier-messages.ts'
import layout from '../atelier/workbench/atelier-page.module.css'
import controls from '../atelier/workbench/controls.module.css'
import { LineField } from '../atelier/workbench/line-field.tsx'
import { PhotoInput, usePhoto } from '../atelier/workbench/photo-input.tsx'
import { drawingMessages as text } from './drawing-messages.ts'
import { type StoredDrawing, storeDrawing, takeDrawing } from './drawing-over-sign-in.ts'
import type { Drawing } from './drawing-tools.tsx'

// Both load with the first file: a page without a drawing needs no tools.
const loadTools = () => import(/* webpackChunkName: "atelier" */ './drawing-tools.tsx')
const [CropStep, preloadCropStep] = lazyPart(async () => (await loadTools()).loadCropStep())
const [DrawingTools, preloadDrawingTools] = lazyPart(async () => (await loadTools()).DrawingTools)

const openedDrawing: Drawing = {
  name: '',
  origin: 'imported',
  picture: null,
  settings: openedSettings,
}

/**
 * `/calque`: a drawing that a visitor brings, in the tools of the atelier. Nothing of it is sent.
 */
export function DrawingPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, text.title)
  const { photo, status, drawing, change, changeSettings, open, crop, invert } = useDrawing(shell)
  const [isFileMissing, setFileMissing] = useState(false)
  usePageDrop((file) => {
    setFileMissing(!file)
    if (file) void open(file)
  })
  const input = { status, onFile: open }
  const waiting = <p role="status">{photoMessages.reading}</p>

  return (
    <div className={layout.page}>
      <header className={layout.header}>
        <h1 className={layout.title} tabIndex={-1}>
          {text.title}
        </h1>
      </header>
      {!photo && (
        <div className={`${layout.desk} ${layout.start}`}>
          <RegistrationMarks />
          <p className={layout.lead}>{typeset(text.lead)}</p>
          <p>{typeset(text.formats)}</p>
          <PhotoInput choose={text.choose} take={photoMessages.take} {...input} />
          <p className={`${controls.note} ${layout.drop}`}>{text.drop}</p>
          {isFileMissing && <Notice kind="error" title={typeset(photoMessages.noFile)} />}
          <p className={layout.private}>{typeset(text.private)}</p>
        </div>
      )}
      {photo && !drawing.picture && (
        <Suspense fallback={waiting}>
          <CropStep
            key={photo.id}
            photo={photo.canvas}
            initial={null}
            label={text.continue}
            ways={<PhotoInput choose={text.change} {...input} />}
            onApply={crop}
          >
            <LineField
              label={text.name}
              maxLength={200}
              value={drawing.name}
              onChange={(name) => change({ name })}
            />
            <p className={controls.note}>{typeset(text.private)}</p>
          </CropStep>
        </Suspense>
      )}
      {photo && drawing.picture && (
        <Suspense fallback={waiting}>
          <DrawingTools
            shell={shell}
            drawing={drawing}
            picture={drawing.picture}
            onSettings={changeSettings}
            onInvert={invert}
          >
            <PhotoInput choose={text.change} {...input} />
          </DrawingTools>
        </Suspense>
      )}
    </div>
  )
}

/** The drawing of this page. It survives a sign-in that starts here. */
function useDrawing(shell: ShellApi) {
  const { photo, status, read } = usePhoto(shell)
  const [drawing, setDrawing] = useState(openedDrawing)
  const change = (part: Partial<Drawing>) => setDrawing((before) => ({ ...before, ...part }))
  const changeSettings = (part: Partial<AtelierSettings>) =>
    setDrawing((before) => ({ ...before, settings: { ...before.settings, ...part } }))

  async function open(file: File) {
    Promise.all([preloadCropStep(), preloadDrawingTools()]).catch(() => {})
    if (!(await read(file))) return
    setDrawing({ ...openedDrawing, name: nameOf(file) })
    // A picture that AI made stays marked as such.
    const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer())
    const origin = readAiOrigin(new Uint8Array(bytes))
    if (origin) change({ origin })
  }

  async function crop(part: Crop): Promise<null> {
    if (photo) {
      const pixels = await readPixels(photo.canvas, new AbortController().signal)
      change({ picture: { key: crypto.randomUUID(), pixels } })
      changeSettings({ crop: part, keepsFrame: true })
    }
    return null
  }

  const reopen = useEffectEvent(async (kept: StoredDrawing) => {
    const canvas = await read(kept.file)
    if (!canvas) return
    const { name, origin, settings } = kept
    const pixels = await readPixels(canvas, new AbortController().signal)
    change({ name, origin, settings, picture: { key: crypto.randomUUID(), pixels } })
  })
  const leave = useEffectEvent(() => {
    const isSigningIn = /^\/sign-(in|up)$/.test(location.pathname)
    if (!photo || !isSigningIn) return
    const { name, origin, settings } = drawing
    storeDrawing(photo.file, { name, origin, settings }).catch(() => {})
  })
  useEffect(() => {
    takeDrawing()
      .then((kept) => kept && reopen(kept))
      .catch(() => {})
    return () => leave()
  }, [])

  function invert() {
    const { picture } = drawing
    if (picture)
      change({ picture: { key: crypto.randomUUID(), pixels: invertPixels(picture.pixels) } })
  }

  return { photo, status, drawing, change, changeSettings, open, crop, invert }
}

function nameOf({ name }: File): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}
