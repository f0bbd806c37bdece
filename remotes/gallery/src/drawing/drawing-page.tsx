import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { queryOf } from '@encre/protocol/links'
import { readAiOrigin } from '@encre/protocol/origin-marks'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import type { Quad } from '@encre/stencil/perspective'
import type { Pixels } from '@encre/stencil/pixels'
import { Button } from '@encre/ui/button'
import { RegistrationMarks } from '@encre/ui/marks'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { photoMessages } from '../atelier/atelier-messages.ts'
import layout from '../atelier/atelier-page.module.css'
import { readView } from '../atelier/atelier-path.ts'
import controls from '../atelier/controls.module.css'
import { Tabs, Tools } from '../atelier/design-tools.tsx'
import { PhotoInput, usePhoto } from '../atelier/photo-input.tsx'
import { toImageData } from '../atelier/picture.ts'
import { drawingMessages as text } from './drawing-messages.ts'
import { type StoredDrawing, storeDrawing, takeDrawing } from './drawing-over-sign-in.ts'
import { KeepDrawing } from './keep-drawing.tsx'
import { cutOut, StraightenStep, toQuad, wholeOf } from './straighten-step.tsx'
import { unsavedDesign } from './unsaved-design.ts'

interface Drawing {
  name: string
  origin: string
  corners: Quad | null
  picture: { key: string; pixels: Pixels } | null
  settings: AtelierSettings
}

const openedDrawing: Drawing = {
  name: '',
  origin: 'imported',
  corners: null,
  picture: null,
  settings: { sizeMm: null, rendering: null, fineness: null, notes: '' },
}

/**
 * `/calque`: a drawing that a visitor brings, in the tools of the atelier. Nothing of it is sent.
 */
export function DrawingPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, text.title)
  const { photo, status, drawing, change, changeSettings, open } = useDrawing(shell)
  useDroppedFile(open)
  const input = { status, onFile: open }
  const finish = (pixels: Pixels) => change({ picture: { key: crypto.randomUUID(), pixels } })

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
          <p className={controls.strong}>{typeset(text.private)}</p>
        </div>
      )}
      {photo && !drawing.picture && (
        <StraightenStep
          key={photo.id}
          photo={photo.canvas}
          corners={drawing.corners ?? wholeOf(photo.canvas)}
          name={drawing.name}
          ways={<PhotoInput choose={text.change} {...input} />}
          onCorners={(corners) => change({ corners })}
          onName={(name) => change({ name })}
          onDone={finish}
        />
      )}
      {photo && drawing.picture && (
        <DrawingTools
          shell={shell}
          drawing={drawing}
          picture={drawing.picture}
          onSettings={changeSettings}
          onCrop={() => change({ picture: null })}
        >
          <PhotoInput choose={text.change} {...input} />
        </DrawingTools>
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
    if (!(await read(file))) return
    setDrawing({ ...openedDrawing, name: nameOf(file) })
    // A picture that AI made stays marked as such.
    const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer())
    const origin = readAiOrigin(new Uint8Array(bytes))
    if (origin) change({ origin })
  }

  const reopen = useEffectEvent(async (kept: StoredDrawing) => {
    const canvas = await read(kept.file)
    if (!canvas) return
    const { name, origin, settings } = kept
    const corners = toQuad(kept.corners)
    const pixels = await cutOut(canvas, corners ?? wholeOf(canvas))
    change({ name, origin, corners, settings, picture: { key: crypto.randomUUID(), pixels } })
  })
  const leave = useEffectEvent(() => {
    const isSigningIn = /^\/sign-(in|up)$/.test(location.pathname)
    if (!photo || !isSigningIn) return
    const { name, origin, corners, settings } = drawing
    const kept = { name, origin, settings, corners: [...(corners ?? [])] }
    storeDrawing(photo.file, kept).catch(() => {})
  })
  useEffect(() => {
    takeDrawing()
      .then((kept) => kept && reopen(kept))
      .catch(() => {})
    return () => leave()
  }, [])

  return { photo, status, drawing, change, changeSettings, open }
}

/** Listens on the whole document: a file that is dropped beside a target would replace the page. */
function useDroppedFile(onFile: (file: File) => void) {
  const handleDrop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
    document.addEventListener('drop', (event) => handleDrop(event), { signal })
    return () => controller.abort()
  }, [])
}

interface DrawingToolsProps {
  shell: ShellApi
  drawing: Drawing
  picture: NonNullable<Drawing['picture']>
  onSettings: (settings: Partial<AtelierSettings>) => void
  onCrop: () => void
  children: ReactNode
}

function DrawingTools({
  shell,
  drawing,
  picture,
  onSettings,
  onCrop,
  children,
}: DrawingToolsProps) {
  const view = readView(queryOf(shell.path))
  const { name, origin, settings } = drawing
  const design = useMemo(() => unsavedDesign(name.trim() || text.unnamed, origin), [name, origin])
  return (
    <>
      <Tabs
        view={view}
        hrefOf={(each) => (each === 'calque' ? '/calque' : `/calque?vue=${each}`)}
      />
      <Tools
        isKept={false}
        shell={shell}
        design={design}
        settings={settings}
        view={view}
        // The worker takes the pixels away: each opening gets a copy.
        picture={{ key: picture.key, read: async () => toImageData(picture.pixels) }}
        savingLine={null}
        onChange={onSettings}
      />
      <section className={controls.section}>
        <p className={controls.note}>{typeset(text.private)}</p>
        <KeepDrawing
          shell={shell}
          design={design}
          readPixels={() => picture.pixels}
          settings={settings}
          returnTo="/calque"
        />
        <div className={controls.buttons}>
          <Button onClick={onCrop}>{text.cropAgain}</Button>
          {children}
        </div>
      </section>
    </>
  )
}

function nameOf({ name }: File): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}
