import { defineConfig } from '@playwright/test'
import config from '../../playwright.config.ts'

export default defineConfig({ ...config, testDir: '.', projects: [{ testMatch: 'new-feature.journey.ts' }], reporter: 'list' })
