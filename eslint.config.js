// Biome lints and formats. ESLint adds the rules of React, and counts the lines of functions: Biome
// counts none in JSX, templates and functions inside of functions. Babel parses: typescript-eslint
// does not accept TypeScript 7.
import babelParser from '@babel/eslint-parser'
import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'

const reactRules = (extension, syntax, mostLines) => ({
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
  rules: {
    'max-lines-per-function': [
      'error',
      { max: mostLines, skipBlankLines: true, skipComments: true },
    ],
  },
})

export default defineConfig(
  reactRules('ts', ['typescript'], 60),
  // JSX has a line for each attribute.
  reactRules('tsx', ['typescript', 'jsx'], 80),
  { files: ['**/*.test.*'], rules: { 'max-lines-per-function': 'off' } },
)
