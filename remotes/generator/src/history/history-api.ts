import { FailedGenerationPage, generatorPaths } from '@encre/generator-worker/contract'
import { request } from '@encre/remote-kit/request'

/** One page of the failed and interrupted generations. `cursor`: the `next` of the page before, or null. */
export function listFailedGenerations(token: string, cursor: string | null, signal?: AbortSignal): Promise<FailedGenerationPage> {
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : ''
  return request(`${generatorPaths.failedGenerations}${query}`, FailedGenerationPage, { token, signal })
}
