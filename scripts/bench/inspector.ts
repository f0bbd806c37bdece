import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../workers/generator/system-tests/site.ts'

interface InspectorMessage {
  id?: number
  result?: { usedSize?: number }
}

/**
 * Collects the garbage of a worker's isolate. Resolves with its used heap in megabytes. Taking a heap snapshot collects the garbage: workerd
 * (1.20261117) does not answer `HeapProfiler.collectGarbage`.
 */
export async function collectHeap({ inspectorUrl }: Site, worker: string): Promise<number> {
  await sleep(500) // work after the last answer: logs, caches
  const socket = new WebSocket(`${inspectorUrl}core:user:${worker}`)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`the inspector of ${worker} does not answer`))
  })
  let lastId = 0
  const send = (method: string) =>
    new Promise<InspectorMessage>((resolve) => {
      const id = ++lastId
      socket.addEventListener('message', function listen({ data }) {
        const message: InspectorMessage = JSON.parse(String(data))
        if (message.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(message)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  await send('HeapProfiler.enable')
  await send('HeapProfiler.takeHeapSnapshot')
  const { result } = await send('Runtime.getHeapUsage')
  socket.close()
  if (!result?.usedSize) throw new Error(`the inspector of ${worker} does not tell its heap`)
  return Number((result.usedSize / 1e6).toFixed(1))
}
