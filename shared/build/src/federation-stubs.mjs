// In the place of the parts of the federation runtime that `federation.ts` names, under their names. Plain JavaScript, because it
// is bundled as the library is: without a loader.

/** Snapshots describe remotes by their manifests. Ours have none: the page names each entry. */
export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}

export function getGlobalRemoteInfo() {
  return {}
}

/** The page preloads what it needs with links that its worker wrote. */
export function formatPreloadArgs() {
  throw new Error('the page preloads its remotes itself')
}
export const preloadAssets = formatPreloadArgs

/** Remotes that a build names, and loads as it loads its own chunks: no build of ours does. */
export function remotes() {}

/** Without shared modules that are tree-shaken, which need a server to build them, nothing has to be prepared. */
export function init({ webpackRequire }) {
  const { runtime, initOptions } = webpackRequire.federation
  return runtime.init(initOptions)
}
export const getSharedFallbackGetter = undefined

/** For plugins; kept as an object because remotes built before spread it. */
export default { global: {}, share: {}, utils: {} }

/** `shell/src/federation/runtime.ts` loads the entries. */
export function loadScript() {
  throw new Error('the shell loads entries itself')
}

/**
 * Caret ranges, which is what every build of ours declares and all that the registry lets in, and the `<=` that the library asks of
 * itself. Anything else fits nothing, and the library says so. A parser of every range was a fifth of the shell's start.
 */
export function satisfy(version, range) {
  const [, operator, base = ''] = /^(\^|<=)(.*)$/.exec(range) ?? []
  const [has, wants] = [version, base].map((text) => text.split('.').map(Number))
  const order = has[0] - wants[0] || has[1] - wants[1] || has[2] - wants[2]
  return operator === '<=' ? order <= 0 : operator === '^' && has[0] === wants[0] && order >= 0
}

/** A browser's console needs no choice of levels. */
export function createLogger(prefix) {
  return { warn: (...words) => console.warn(prefix, ...words), error: (...words) => console.error(prefix, ...words) }
}

// Passed on by the library's index files, used by nothing that is built.
export const bindLoggerToCompiler = undefined
export const createInfrastructureLogger = undefined
export const createLink = undefined
export const createScript = undefined
export const defaultPreloadArgs = undefined
export const infrastructureLogger = undefined
export const isStaticResourcesEqual = undefined
export const logger = undefined
export const normalizePreloadExposes = undefined
export const safeWrapper = undefined
