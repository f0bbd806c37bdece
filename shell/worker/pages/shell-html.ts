import { type PrerenderedPage, prerenderedFile } from '@encre/protocol/prerendered-page'
import { readAsset } from '../registry/shells/deployed-shell.ts'

/** Built pages contain this origin, because the build does not know the site's. */
const builtOrigin = 'https://site.invalid'

/** The pages of one shell that this isolate has read. */
let read: { shell: string; pages: Map<string, string> } = { shell: '', pages: new Map() }

/** Reads a page that the build of this shell prerendered. Throws if the build lacks it. */
export async function readShellPage(env: Env, shell: string, page: PrerenderedPage): Promise<string> {
  const file = prerenderedFile(page)
  if (read.shell !== shell) read = { shell, pages: new Map() }
  const known = read.pages.get(file)
  if (known) return known
  const response = await readAsset(env, `/${file}`)
  if (!response.ok) throw new Error(`the shell ${shell} has no ${file}: build it again`)
  const html = (await response.text()).replaceAll(builtOrigin, () => env.SITE_ORIGIN)
  read.pages.set(file, html)
  return html
}
