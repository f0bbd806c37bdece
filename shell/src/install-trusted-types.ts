import { installTrustedTypes } from './trusted-types.ts'

// `main.ts` imports this file first: modules run in the order of their imports, so the policy exists before any other code of the page.
installTrustedTypes()
