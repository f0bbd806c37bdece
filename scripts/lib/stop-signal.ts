/** A signal that aborts when this process is told to end, or when its parent has ended without telling it. */
export function createStopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stopping.abort(), 500).unref()
  return stopping.signal
}
