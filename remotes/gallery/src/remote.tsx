import type { ShellApi } from '@encre/protocol/shell-api'
import { GalleryPage } from './gallery-page.tsx'

/** The entry of this remote. */
export function Remote({ shell }: { shell: ShellApi }) {
  return <GalleryPage shell={shell} />
}
