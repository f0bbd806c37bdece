/** Starts the module worker that the build wrote from `<name>.worker.ts`. Throws where the browser has no workers. */
export function startWorker(name: 'stencil' | 'stencil-files'): Worker {
  return new Worker(`${__webpack_public_path__}workers/${name}.js`, { type: 'module' })
}
