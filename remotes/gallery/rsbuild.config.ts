import { remoteConfig } from 'encre/rsbuild'
import { routes } from './routes.ts'

export default remoteConfig({ name: 'gallery', port: 3002, routes })
