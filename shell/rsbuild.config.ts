import { shellConfig } from '@encre/build/rsbuild'
import { pluginPrerender } from './prerender.ts'

const config = shellConfig()

export default { ...config, plugins: [...(config.plugins ?? []), pluginPrerender(config)] }
