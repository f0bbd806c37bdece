import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'shared/stencil', testTimeout: 20_000 } })
