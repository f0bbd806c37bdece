import { globSync, rmSync, writeFileSync } from 'node:fs'
import { experimental_generateTypes as generateTypes } from 'wrangler'

for (const folder of process.argv.slice(2)) {
  const path = `${folder}/worker-configuration.d.ts`
  const { content } = await generateTypes({
    config: `${folder}/wrangler.jsonc`,
    path,
    includeRuntime: false,
    strictVars: false,
  })
  writeFileSync(path, content)
  // TypeScript 7 checks no other file again when only global types changed.
  for (const state of globSync(`${folder}/**/tsconfig.tsbuildinfo`, {
    exclude: ['**/node_modules'],
  })) {
    rmSync(state)
  }
}
