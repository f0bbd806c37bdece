import { type ReactFile, reactModules } from '@encre/protocol/page-manifest'
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-tools/runtime'
import { satisfy } from '@module-federation/runtime-tools/runtime-core'
import * as react from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import { loadFile } from '../load-file.ts'
import { listReactFiles } from './react-files.ts'

/** The modules of one copy of React. A tree that is made with one cannot be rendered by another. */
export interface ReactModules {
  react: typeof react
  'react/jsx-runtime': typeof jsxRuntime
  'react/jsx-dev-runtime': typeof jsxDevRuntime
  'react-dom': typeof reactDom
  'react-dom/client': typeof reactDomClient
}

declare global {
  /** By version: what the files of the page manifest's `reacts` contain. */
  var encreReacts: Record<string, ReactModules> | undefined
}

/** The page's own copy, which is loaded before any remote. */
export const ownReact: ReactModules = {
  react,
  'react/jsx-runtime': jsxRuntime,
  // For remotes with HMR. It is almost empty in a production build.
  'react/jsx-dev-runtime': jsxDevRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
}

/** The version that each remote shares, by its `global`. */
const chosen = new Map<string, string>()

/** The copy that a loaded remote renders with, or null if it is the page's own or none. */
export function findOtherReact(global: string): ReactModules | null {
  return globalThis.encreReacts?.[chosen.get(global) ?? ''] ?? null
}

/** Of the copies that fit the remote's range, the page's own comes first. */
export const shareReact: ModuleFederationRuntimePlugin = {
  name: 'encre-reacts',
  // The library's own resolver is not asked: it would compare the versions once more.
  resolveShare(request) {
    const { pkgName, shareInfo } = request
    const { requiredVersion } = shareInfo.shareConfig
    const name = reactModules.find((module) => module === pkgName)
    if (!name || !requiredVersion) return request
    const { lib: _, ...info } = shareInfo
    const shared = fitsOwn(requiredVersion)
      ? { ...info, version: react.version, lib: () => ownReact[name], loaded: true }
      : { ...info, ...findOther(name, requiredVersion), loaded: false, loading: null }
    return { ...request, resolver: () => ({ shared, useTreesShaking: false }) }
  },
  afterLoadShare({ origin, selectedShared }) {
    if (selectedShared?.version) chosen.set(origin.options.name, selectedShared.version)
  },
}

/** By range. Each module of a remote asks, and comparing versions is slow. */
const fitting = new Map<string, boolean>()

/** Whether the page's own copy fits the range. */
function fitsOwn(range: string): boolean {
  const known = fitting.get(range)
  if (known !== undefined) return known
  const fits = satisfy(react.version, range)
  fitting.set(range, fits)
  return fits
}

function findOther(name: keyof ReactModules, range: string) {
  const file = listReactFiles().find(({ version }) => satisfy(version, range))
  if (!file) throw new Error(`this site has no ${name} ${range}`)
  const get = async () => {
    const modules = await loadModules(file)
    return () => modules[name]
  }
  return { version: file.version, get }
}

async function loadModules({ version, file, integrity }: ReactFile): Promise<ReactModules> {
  if (!globalThis.encreReacts?.[version]) await loadFile(file, integrity, 'script')
  const modules = globalThis.encreReacts?.[version]
  if (!modules) throw new Error(`${file} does not define React ${version}`)
  return modules
}
