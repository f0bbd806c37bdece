import { shellConfig } from '../rsbuild.shared.ts'

export default shellConfig()
