import { remoteConfig } from '@encre/build/rsbuild'
import { routes } from './routes.ts'

export default remoteConfig({ folder: import.meta.dirname, routes })
