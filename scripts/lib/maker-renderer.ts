import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { startRenderer } from '../../workers/local/src/drawing/render.ts'

export function startMakerRenderer(): Promise<void> {
  return startRenderer(
    readFileSync(join(root, 'workers/local/node_modules/@resvg/resvg-wasm/index_bg.wasm')),
  )
}
