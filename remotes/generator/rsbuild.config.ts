import { remoteConfig } from 'encre/rsbuild'
import { routes } from './routes.ts'

export default remoteConfig({ name: 'generator', port: 3001, routes })
