import { defineScreenTests } from '../../vitest.shared.ts'

export default defineScreenTests('account', ['@encre/remote-kit/testing'])
