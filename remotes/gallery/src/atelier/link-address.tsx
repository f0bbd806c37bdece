import type { ShellApi } from '@encre/protocol/shell-api'
import { Button, ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { useId, useRef, useState } from 'react'
import styles from './artist-links.module.css'
import controls from './controls.module.css'
import { linksMessages as text } from './links-messages.ts'

/** The address of a new link. It cannot be shown later: the gallery stores only the hash of its token. */
export function LinkAddress({ shell, url }: { shell: ShellApi; url: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copy, setCopy] = useState<'none' | 'copied' | 'failed'>('none')

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopy('copied')
      shell.announce(text.copied)
    } catch {
      // The page may not use the clipboard: the member copies by hand.
      field.current?.select()
      setCopy('failed')
    }
  }

  return (
    <div className={styles.address}>
      <label className={controls.label} htmlFor={id}>
        {text.address}
      </label>
      <input
        ref={field}
        id={id}
        className={controls.text}
        readOnly
        value={url}
        aria-describedby={`${id}-now`}
        onFocus={(event) => event.target.select()}
      />
      <div className={controls.row}>
        <Button onClick={handleCopy}>{copy === 'copied' ? text.copied : text.copy}</Button>
        <ButtonLink variant="quiet" href={url} target="_blank" rel="noopener">
          {text.open}
        </ButtonLink>
      </div>
      <p id={`${id}-now`} className={controls.note}>
        {typeset(copy === 'failed' ? text.copyFailed : text.onlyNow)}
      </p>
    </div>
  )
}
