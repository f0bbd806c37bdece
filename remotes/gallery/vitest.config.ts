import { defineScreenTests } from '../../vitest.shared.ts'

export default defineScreenTests('gallery', ['@encre/remote-kit/testing'])
