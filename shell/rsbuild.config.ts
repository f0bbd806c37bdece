import { shellConfig } from '../rsbuild.shared.ts'
import { pluginPrerender } from './prerender.ts'

const config = shellConfig()

export default { ...config, plugins: [...(config.plugins ?? []), pluginPrerender(config)] }
