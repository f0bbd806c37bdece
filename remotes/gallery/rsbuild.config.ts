import { createRequire } from 'node:module'
import { mergeRsbuildConfig } from '@rsbuild/core'
import { remoteConfig } from '../../rsbuild.shared.ts'
import { routes } from './routes.ts'

export default mergeRsbuildConfig(remoteConfig({ folder: import.meta.dirname, routes }), {
  // The atelier's PDFs embed these fonts.
  output: {
    copy: [400, 700].map((weight) => ({
      from: createRequire(import.meta.url).resolve(
        `@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`,
      ),
      to: `fonts/printed-${weight}.woff`,
    })),
  },
})
