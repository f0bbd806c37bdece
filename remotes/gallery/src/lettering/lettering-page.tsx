import type { AtelierSettings, AtelierSettingsChange } from '@encre/gallery-worker/contract'
import { queryOf } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { lazyPart } from '@encre/ui/lazy-part'
import { RegistrationMarks } from '@encre/ui/marks'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Tabs } from '../atelier/page/design-tools.tsx'
import { unsavedDesign } from '../atelier/page/unsaved-design.ts'
import layout from '../atelier/workbench/atelier-page.module.css'
import controls from '../atelier/workbench/controls.module.css'
import { readView } from '../atelier-path.ts'
import { type FaceId, faces } from './faces.ts'
import { type Lettering, letteringOf } from './lettering.ts'
import { letteringMessages as text } from './lettering-messages.ts'
import styles from './lettering-page.module.css'
import { readWords } from './read-words.ts'
import { readStoredLettering, storeLettering } from './stored-lettering.ts'

// Loads with the first touch of the field, so that the page opens as fast as one without words.
const loadTools = () => import('./lettering-tools.tsx')
const [LetteringTools, preloadTools] = lazyPart(async () => (await loadTools()).LetteringTools)

const openedLettering: Lettering = {
  words: '',
  face: 'gothique',
  arc: 0,
  spacing: 0,
  isRead: false,
}
const openedSettings: AtelierSettings = { sizeMm: null, rendering: null, fineness: null, notes: '' }

/** `/lettrage`: words that a visitor writes, as a stencil of letters. Nothing of it is sent. */
export function LetteringPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, text.title)
  const [settings, setSettings] = useState(() => readStoredLettering() ?? openedSettings)
  const [cut, setCut] = useState(0)
  const view = readView(queryOf(shell.path))
  const wordsRef = useRoomForWords()
  const lettering = letteringOf(settings) ?? openedLettering
  const { words, face } = lettering
  const subject = words.trim().replace(/\s+/g, ' ')
  const design = useMemo(() => unsavedDesign(subject, 'lettering'), [subject])

  function change(part: AtelierSettingsChange) {
    const changed = { ...settings, ...part }
    setSettings(changed)
    storeLettering(changed)
  }

  /** Strokes are places of the drawing that was there, and other words are to be read again. */
  function changeLettering(part: Partial<Lettering>) {
    change({ lettering: { ...lettering, ...part, isRead: false }, corrections: [] })
  }

  function handleType(typed: string) {
    const read = readWords(typed)
    setCut(read.cut)
    changeLettering({ words: read.words })
  }

  return (
    <div className={`${layout.page} ${styles.page}`}>
      <header className={layout.header}>
        <h1 className={layout.title} tabIndex={-1}>
          {text.title}
        </h1>
      </header>
      <div ref={wordsRef} className={styles.words}>
        <WordsField
          words={words}
          cut={cut}
          onType={handleType}
          onFocus={() => prepareDrawing(face).catch(() => {})}
        />
        <SegmentedControl
          isLabelHidden
          label={text.face}
          choices={faces}
          value={face}
          onChange={(value) => changeLettering({ face: value })}
        />
      </div>
      {subject === '' ? (
        <div className={`${layout.desk} ${layout.start}`}>
          <RegistrationMarks />
          <p className={layout.lead}>{typeset(text.lead)}</p>
          <p>{typeset(text.about)}</p>
          <p className={controls.strong}>{typeset(text.private)}</p>
        </div>
      ) : (
        <>
          <Tabs
            view={view}
            hrefOf={(each) => (each === 'calque' ? '/lettrage' : `/lettrage?vue=${each}`)}
          />
          <Suspense fallback={null}>
            <LetteringTools
              isKept={false}
              shell={shell}
              design={design}
              settings={settings}
              lettering={lettering}
              view={view}
              savingLine={null}
              onChange={change}
            />
          </Suspense>
        </>
      )}
    </div>
  )
}

/** Tells the page how high the words are, so that the sheet has the rest of the window. */
function useRoomForWords() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const words = ref.current
    if (!words) return
    const observer = new ResizeObserver(() => {
      words.parentElement?.style.setProperty('--words-height', `${words.offsetHeight}px`)
    })
    observer.observe(words)
    return () => observer.disconnect()
  }, [])
  return ref
}

/** Loads what the first letter needs. What does not arrive is asked for again with the letter. */
async function prepareDrawing(face: FaceId): Promise<void> {
  await preloadTools()
  const { prepareLettering } = await loadTools()
  await prepareLettering(face)
}

interface WordsFieldProps {
  words: string
  cut: number
  onType: (typed: string) => void
  onFocus: () => void
}

function WordsField({ words, cut, onType, onFocus }: WordsFieldProps) {
  const id = useId()
  return (
    <div className={controls.group}>
      <label className={controls.label} htmlFor={id}>
        {text.words}
      </label>
      <textarea
        id={id}
        className={`${controls.text} ${styles.field}`}
        rows={words.split('\n').length}
        autoComplete="off"
        spellCheck
        placeholder={text.placeholder}
        value={words}
        aria-describedby={`${id}-cut`}
        onFocus={onFocus}
        onChange={(event) => onType(event.target.value)}
      />
      <p id={`${id}-cut`} className={controls.note} role="status">
        {cut > 0 && typeset(text.cut(cut))}
      </p>
    </div>
  )
}
