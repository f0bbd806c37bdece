import { defineScreenTests } from '../../vitest.shared.ts'

export default defineScreenTests('ui', ['src/testing.tsx'])
