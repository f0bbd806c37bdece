import { remoteConfig } from '../../rsbuild.shared.ts'
import { routes } from './routes.ts'

export default remoteConfig({ name: 'account', port: 3003, routes })
