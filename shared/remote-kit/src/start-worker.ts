/** The script of a worker did not arrive. */
export class WorkerLoadError extends Error {
  override name = 'WorkerLoadError'
}

/**
 * Starts the module worker that the remote's build wrote from `<name>.worker.ts`. Rejects with a
 * `WorkerLoadError`, or when the browser has no module workers or refuses this one.
 */
export async function startWorker(name: string): Promise<Worker> {
  const url = `${__webpack_public_path__}workers/${name}.js`
  const loading = globalThis.encreLoadFile?.(url, undefined, 'worker').catch((cause: unknown) => {
    throw new WorkerLoadError('the script of the worker did not arrive', { cause })
  })
  return new Worker((await loading) ?? url, { type: 'module' })
}
