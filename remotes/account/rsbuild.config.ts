import { remoteConfig } from 'encre/rsbuild'
import { routes } from './routes.ts'

export default remoteConfig({ name: 'account', port: 3003, routes })
