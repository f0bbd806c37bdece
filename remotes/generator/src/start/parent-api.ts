import { generatorPaths, Parent } from '@encre/generator-worker/contract'
import { request } from '@encre/remote-kit/request'

/** The design that a variation starts from. */
export function getParent(token: string, designId: string, signal: AbortSignal): Promise<Parent> {
  return request(generatorPaths.parent(encodeURIComponent(designId)), Parent, { token, signal })
}
