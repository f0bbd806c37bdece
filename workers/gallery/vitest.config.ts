import { defineWorkerTests } from '@encre/worker/vitest-config'

export default defineWorkerTests(import.meta.dirname, {
  SITE_ORIGIN: 'https://encre.test',
  IMAGE_URL_SECRET: 'a secret for tests only',
})
