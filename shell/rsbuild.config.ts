import { shellConfig } from 'encre/rsbuild'
import { pluginPrerender } from './prerender.ts'

const config = shellConfig()

export default { ...config, plugins: [...(config.plugins ?? []), pluginPrerender(config)] }
