import type { Operation } from '@encre/protocol/operation'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call, callForStream, callWithFile, type RequestOf } from '@encre/remote-kit/call'

export type PageCalls = ReturnType<typeof createPageCalls>

/** Whether the page that a call is for is open: the end of the session moves its member. */
interface Page {
  shell: ShellApi
  inBackground: boolean
}

/**
 * `call`, `callWithFile` and `callForStream` for requests that may outlive their page. Each asks
 * `page()` when it is sent.
 */
export function createPageCalls(page: () => Page) {
  return {
    call<Declared extends Operation>(operation: Declared, request: RequestOf<Declared>) {
      const { shell, inBackground } = page()
      return call(shell, operation, { ...request, inBackground })
    },
    callWithFile<Declared extends Operation>(
      operation: Declared,
      request: RequestOf<Declared> & { file: File },
    ) {
      const { shell, inBackground } = page()
      // A spread would lose the type of the file.
      return callWithFile(shell, operation, Object.assign({}, request, { inBackground }))
    },
    callForStream<Declared extends Operation>(operation: Declared, request: RequestOf<Declared>) {
      const { shell, inBackground } = page()
      return callForStream(shell, operation, { ...request, inBackground })
    },
  }
}
