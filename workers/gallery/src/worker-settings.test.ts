import { env } from 'cloudflare:workers'
import { testSettings } from '@encre/worker/testing-settings'
import Gallery from './worker.ts'

testSettings(Gallery, '/api/gallery/health', env, [
  { name: 'SITE_ORIGIN', value: 'https://encre.example/' },
  { name: 'IMAGE_URL_SECRET', value: 'new,' },
])
