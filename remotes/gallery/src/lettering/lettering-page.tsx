import type { AtelierSettingsChange } from '@encre/gallery-worker/contract'
import { queryOf } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { lazyPart } from '@encre/ui/lazy-part'
import { RegistrationMarks } from '@encre/ui/marks'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { openedSettings, unsavedDesign } from '../atelier/page/unsaved-design.ts'
import layout from '../atelier/workbench/atelier-page.module.css'
import controls from '../atelier/workbench/controls.module.css'
import { readView } from '../atelier-path.ts'
import { type FaceId, faces } from './faces.ts'
import { type Lettering, letteringOf } from './lettering.ts'
import { letteringMessages as text } from './lettering-messages.ts'
import styles from './lettering-page.module.css'
import { type TypedWords, typeWords } from './read-words.ts'
import { readStoredLettering, storeLettering } from './stored-lettering.ts'

// Loads with the first touch of the field, so that the page opens as fast as one without words.
const loadTools = async () =>
  (await import(/* webpackChunkName: "atelier" */ '../design-page.tsx')).loadLetteringTools()
const [WrittenTools, preloadTools] = lazyPart(async () => (await loadTools()).WrittenTools)

const openedLettering: Lettering = {
  words: '',
  face: 'gothique',
  arc: 0,
  spacing: 0,
  isRead: false,
}

/** `/lettrage`: words that a visitor writes, as a stencil of letters. Nothing of it is sent. */
export function LetteringPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, text.title)
  const [settings, setSettings] = useState(() => readStoredLettering() ?? openedSettings)
  const [refused, setRefused] = useState(0)
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

  function handleType(typed: TypedWords) {
    setRefused(typed.refused)
    if (typed.words !== words) changeLettering({ words: typed.words })
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
          refused={refused}
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
          <p className={layout.private}>{typeset(text.private)}</p>
        </div>
      ) : (
        <Suspense fallback={null}>
          <WrittenTools
            shell={shell}
            design={design}
            kept={null}
            settings={settings}
            lettering={lettering}
            view={view}
            savingLine={null}
            onChange={change}
          />
        </Suspense>
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
  refused: number
  onType: (typed: TypedWords) => void
  onFocus: () => void
}

/** While an input method composes a letter, the field shows what was typed as it is. */
function WordsField({ words, refused, onType, onFocus }: WordsFieldProps) {
  const id = useId()
  const [composition, setComposition] = useState<{ before: string; shown: string } | null>(null)

  function handleChange(field: HTMLTextAreaElement) {
    const typed = typeWords(composition?.before ?? words, field.value, field.selectionEnd)
    if (composition) {
      setComposition({ ...composition, shown: field.value })
    } else {
      showTyped(field, typed)
    }
    onType(typed)
  }

  function handleComposed(field: HTMLTextAreaElement) {
    const typed = typeWords(composition?.before ?? words, field.value, field.selectionEnd)
    setComposition(null)
    showTyped(field, typed)
    onType(typed)
  }

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
        value={composition?.shown ?? words}
        aria-describedby={`${id}-refused`}
        onFocus={onFocus}
        onChange={(event) => handleChange(event.currentTarget)}
        onCompositionStart={() => setComposition({ before: words, shown: words })}
        onCompositionEnd={(event) => handleComposed(event.currentTarget)}
      />
      <p id={`${id}-refused`} className={controls.note} role="status">
        {refused > 0 && typeset(text.refused(refused))}
      </p>
    </div>
  )
}

/** React would put the caret at the end of a text that is not as it was typed. */
function showTyped(field: HTMLTextAreaElement, { words, caret }: TypedWords): void {
  if (field.value === words) return
  field.value = words
  field.setSelectionRange(caret, caret)
}
