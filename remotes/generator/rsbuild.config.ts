import { remoteConfig } from '../../rsbuild.shared.ts'
import { routes } from './routes.ts'

export default remoteConfig({ folder: import.meta.dirname, routes })
