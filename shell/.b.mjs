import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'

const cwd = '/work/wt/shell/shell'
const { content } = await loadConfig({ cwd })
const config = mergeRsbuildConfig(content, {
  mode: 'production',
  logLevel: 'error',
  output: { distPath: { root: '/tmp/shell-dist' }, sourceMap: { js: 'source-map' } },
})
const r = await createRsbuild({ cwd, config })
await r.build()
for (const f of globSync('/tmp/shell-dist/static/js/**/*.js')) console.log(gzipSync(readFileSync(f)).length, f.slice(15))
