import { defineConfig } from '@playwright/test'
import config from '../../playwright.config.ts'

export default defineConfig({ ...config, testDir: '.', projects: [{ testMatch: 'take-pictures.ts' }], timeout: 180_000 })
