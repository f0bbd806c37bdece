import { defineScreenTests } from '../../vitest.shared.ts'

export default defineScreenTests('remote-kit', ['src/testing.tsx'])
