// Biome lints and formats. ESLint adds the rules of React. Babel parses: typescript-eslint does not
// accept TypeScript 7.
import babelParser from '@babel/eslint-parser'
import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'

const reactRules = (extension, syntax) => ({
  files: [`{shell,remotes/*,shared/{remote-kit,ui}}/src/**/*.${extension}`],
  extends: [reactHooks.configs.flat['recommended-latest']],
  languageOptions: {
    parser: babelParser,
    parserOptions: {
      requireConfigFile: false,
      babelOptions: { babelrc: false, configFile: false, parserOpts: { plugins: syntax } },
    },
  },
  linterOptions: { noInlineConfig: true },
})

export default defineConfig(
  reactRules('ts', ['typescript']),
  reactRules('tsx', ['typescript', 'jsx']),
)
