import type { Rspack } from '@rsbuild/core'

/** A page that was open before its shell had a loader loads the plain element. */
const script = `__webpack_require__.loadFile = (url, integrity, kind) => globalThis.encreLoadFile ? encreLoadFile(url, integrity, kind)
  : new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement(kind === 'style' ? 'link' : 'script'),
    { onload, onerror, crossOrigin: 'anonymous', integrity, rel: 'stylesheet', href: url, src: url })))
__webpack_require__.l = (url, done, _, id) => {
  const end = (type) => () => done({ type, target: { src: url } })
  __webpack_require__.loadFile(url, (__webpack_require__.sriHashes || {})[id], 'script').then(end('load'), end('error'))
}
`

const style = `var extractCssCreateStylesheet = (id, url, _, resolve, reject) => {
  __webpack_require__.loadFile(url, (__webpack_require__.sriExtractCssHashes || {})[id], 'style').then(resolve, reject)
}
`

/**
 * Makes a build load its chunks with the shell's loader (`shell/src/load-file.ts`) in place of
 * Rspack's own code, which waits for a hanging file and requests a failed one at the same address.
 */
export class FileLoaderPlugin implements Rspack.RspackPluginInstance {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.compilation.tap('FileLoaderPlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('FileLoaderPlugin', ({ name, source }) => {
        if (!source) return
        const code = source.source.toString('utf8')
        if (name === 'load_script') source.source = Buffer.from(script)
        if (name === 'css loading') source.source = Buffer.from(code.replace(ownStyleLoader, style))
      })
    })
  }
}

const ownStyleLoader = /var extractCssCreateStylesheet = [\s\S]*?(?=var extractCssFindStylesheet)/
