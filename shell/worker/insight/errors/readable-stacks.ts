import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { shellMapsPrefix, versionMapsPrefix } from '../../registry/files/keys.ts'

/** Maps that one answer reads. A stack that needs more stays as it is. */
const mapsPerAnswer = 20

/**
 * A position in a script of the site: `/remotes/gallery/v1/async/remote.js:1:2345` or
 * `/static/js/index.3f2a91c0.js:1:2345`.
 */
const position = /(\/(?:remotes|static)\/[^\s:()@?]+\.js)(?:\?[^\s:()]*)?:(\d+):(\d+)/

/**
 * Translates stacks with the stored source maps. Reads each map once: create one reader per answer.
 */
export function createStackReader(
  bucket: R2Bucket,
): (stack: string) => Promise<{ stack: string; isReadable: boolean }> {
  const maps = new Map<string, Promise<TraceMap | null>>()

  function findMap(script: string): Promise<TraceMap | null> {
    const known = maps.get(script)
    if (known) return known
    const map = maps.size < mapsPerAnswer ? readMap(bucket, script) : Promise.resolve(null)
    maps.set(script, map)
    return map
  }

  return async (stack) => {
    const lines = await Promise.all(stack.split('\n').map((line) => readLine(line, findMap)))
    const kinds = new Set(lines.map(({ kind }) => kind))
    return {
      stack: lines.map(({ text }) => text).join('\n'),
      isReadable: kinds.has('mapped') && !kinds.has('unknown'),
    }
  }
}

interface Line {
  text: string
  /** `foreign`: no script of the site. `unknown`: no map has the place. */
  kind: 'foreign' | 'mapped' | 'unknown'
}

async function readLine(
  text: string,
  findMap: (script: string) => Promise<TraceMap | null>,
): Promise<Line> {
  const [, script, line, column] = position.exec(text) ?? []
  if (!script) return { text, kind: 'foreign' }
  const map = await findMap(script)
  if (!map) return { text, kind: 'unknown' }
  // Stacks count columns from 1, source maps from 0.
  const original = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
  if (!original.source) return { text, kind: 'unknown' }
  const place = `${shortPath(original.source)}:${original.line}:${original.column + 1}`
  const frame = original.name ? `${original.name} (${place})` : place
  return { text: `    at ${frame}`, kind: 'mapped' }
}

async function readMap(bucket: R2Bucket, script: string): Promise<TraceMap | null> {
  const object = await bucket.get(keyOf(script))
  if (!object) return null
  try {
    return new TraceMap(await object.text())
  } catch {
    return null
  }
}

function keyOf(script: string): string {
  const [, folder, remote = '', version = '', ...rest] = script.split('/')
  if (folder !== 'remotes') return `${shellMapsPrefix}${script.slice(1)}.map`
  return `${versionMapsPrefix(remote, version)}${rest.join('/')}.map`
}

/**
 * A path as in the repository: `src/gallery-page.tsx`, `shared/ui/src/button.tsx`,
 * `react-dom/client.js` of an installed package.
 */
function shortPath(source: string): string {
  const installed = source.split('/node_modules/').slice(1).at(-1)
  return installed ?? source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.{1,2}\/)+/, '')
}
