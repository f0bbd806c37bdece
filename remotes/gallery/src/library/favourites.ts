import { mostDesignsAtOnce, setFavourites } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { offerTakeBack, outcomeTitle } from '@encre/protocol/write-sentences'
import type { Writer } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { reportFailure } from '@encre/remote-kit/use-query'
import { messages, problemMessage } from '../messages.ts'
import { type Change, clearMarks, markCards, markFavourites } from './gallery-state.ts'

// The star, whole: what the page shows before and after. The worker's half is `setFavourites` of
// `workers/gallery/src/designs-store.ts`; when it is sent again: `shared/protocol/src/writer.ts`.

/** What an action on cards needs of the gallery's page. */
export interface GalleryPage {
  shell: ShellApi
  change: (change: Change) => void
  writer: Writer
  /** Reads the first page again. */
  reload: () => void
}

/**
 * The star of one card, or of the selected ones: shown at once, and as it was again when the worker
 * refuses or the member takes it back. While nobody knows whether it is saved, it stays, and the
 * card says what `writer.ts` knows. Another device that changed it after this press has the last
 * wish: the list is read again without a word.
 */
export async function saveFavourites(
  page: GalleryPage,
  ids: string[],
  favourite: boolean,
): Promise<void> {
  const { shell, change, writer } = page
  const target = `favourites ${ids}`
  const fail = (code: string) => {
    const title = outcomeTitle(messages.favouriteFailed, code)
    const button = offerTakeBack(code, () => writer.takeBack(target)) ?? {
      text: messages.retry,
      onPress: () => void saveFavourites(page, ids, favourite),
    }
    change(markCards(ids, { title, reason: problemMessage(code), button }))
  }
  change((now) => clearMarks(ids)(markFavourites(ids, favourite)(now)))
  try {
    await writer.write(target, {
      async send(ageMs) {
        for (let start = 0; start < ids.length; start += mostDesignsAtOnce) {
          const body = { ids: ids.slice(start, start + mostDesignsAtOnce), favourite, ageMs }
          await call(shell, setFavourites, { body })
        }
      },
      onSlow: () => change(markCards(ids, 'saving')),
      onWait: (code) => (code === null ? change(markCards(ids, 'saving')) : fail(code)),
    })
    change(clearMarks(ids))
    shell.announce(favourite ? messages.favouriteAdded : messages.favouriteRemoved)
  } catch (error) {
    change((now) => clearMarks(ids)(markFavourites(ids, !favourite)(now)))
    const code = reportFailure(shell, error, messages.favouriteFailed)
    // Another device has changed one after this press: its wish is the last one.
    if (code === 'version-conflict') page.reload()
    else if (code !== null) fail(code)
  }
}
