import type { Maintenance } from '@encre/worker/feature'

interface FeatureWorker extends Maintenance {
  fetch(request: string | Request, init?: RequestInit): Promise<Response>
}

export interface Feature {
  /** The name that its folders and its paths have: `gallery` answers `/api/gallery/*`. */
  name: string
  worker: FeatureWorker
}

// What runs this worker may add bindings of its own, with names such as `__NAME`.
const bindingPattern = /^[A-Z][A-Z0-9_]*$/

/** The binding `PAGES_F` names the worker that renders the pages under `/f/`. */
const pagesPrefix = 'PAGES_'

/**
 * The features of the site: every service binding of this worker, by name. The binding `GALLERY` is the feature `gallery`,
 * `PRICE_LIST` would be `price-list`. `ASSETS` is the shell's own build, and a binding `PAGES_*` a second way to a feature.
 */
export function listFeatures(env: Env): Feature[] {
  return Object.entries(env)
    .filter(([name]) => !name.startsWith(pagesPrefix))
    .flatMap(([name, binding]) => (isFeature(name, binding) ? [{ name: featureName(name), worker: binding }] : []))
    .sort((one, other) => one.name.localeCompare(other.name))
}

export function findFeature(env: Env, name: string): Feature | null {
  return listFeatures(env).find((feature) => feature.name === name) ?? null
}

/** Finds the worker that renders the pages under `/<segment>/`. Null for the segments whose pages are the shell's. */
export function findPages(env: Env, segment: string): Feature | null {
  for (const [name, binding] of Object.entries(env)) {
    const isAsked = name.startsWith(pagesPrefix) && featureName(name.slice(pagesPrefix.length)) === segment
    if (isAsked && isFeature(name, binding)) return { name, worker: binding }
  }
  return null
}

function featureName(binding: string): string {
  return binding.toLowerCase().replaceAll('_', '-')
}

/** Only services have `fetch`. `sweep` cannot be checked: a service seems to have every method until one is called. */
function isFeature(name: string, binding: unknown): binding is FeatureWorker {
  if (name === 'ASSETS' || !bindingPattern.test(name)) return false
  return typeof binding === 'object' && binding !== null && 'fetch' in binding && typeof binding.fetch === 'function'
}
