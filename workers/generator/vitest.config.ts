import { defineWorkerTests } from '@encre/worker/vitest-config'

const library = {
  name: 'encre-gallery',
  modules: true as const,
  scriptPath: `${import.meta.dirname}/test/library.js`,
  compatibilityDate: '2026-11-01',
}

export default defineWorkerTests(
  import.meta.dirname,
  {
    OPENAI_BASE_URL: 'https://provider.test/v1',
    OPENAI_API_KEY: 'a-key-for-tests-only',
    IMAGE_MODELS: 'dall-e-3,gpt-image-2.5-flare',
    IMAGE_URL_ORIGINS: 'https://images.provider.test,http://localhost:9799',
    IMAGE_ORIGIN: 'ai',
    PRICE_PER_MILLION_TOKENS: '40',
    GENERATIONS_PER_MEMBER_PER_DAY: '5',
    GENERATIONS_PER_DAY: '200',
    ATTEMPTS_PER_MEMBER_PER_DAY: '12',
    GENERATIONS_PER_NETWORK_PER_DAY: '8',
  },
  [library],
)
