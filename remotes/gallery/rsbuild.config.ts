import { createRequire } from 'node:module'
import { mergeRsbuildConfig } from '@rsbuild/core'
import { remoteConfig } from '../../rsbuild.shared.ts'
import { faceFile, packFace } from './pack-face.ts'
import { routes } from './routes.ts'
import { faces } from './src/lettering/faces.ts'

export default mergeRsbuildConfig(remoteConfig({ folder: import.meta.dirname, routes }), {
  output: {
    copy: [
      // The atelier's PDFs embed these fonts.
      ...[400, 700].map((weight) => ({
        from: createRequire(import.meta.url).resolve(
          `@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`,
        ),
        to: `fonts/printed-${weight}.woff`,
      })),
      // The faces of a lettering, with their licence.
      ...faces.map(([face]) => ({
        from: faceFile(face),
        to: `faces/${face}.bin`,
        transform: (_: Buffer, file: string) => packFace(file),
      })),
      { from: './src/lettering/faces', to: 'faces' },
    ],
  },
})
