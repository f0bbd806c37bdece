import { defineScreenTests } from '../../vitest.shared.ts'

export default defineScreenTests('generator', ['@encre/remote-kit/testing', 'src/testing.tsx'])
