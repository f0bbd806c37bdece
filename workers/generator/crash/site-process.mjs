// Starts the site, kills it, and speaks with it.
import { execFileSync, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { unstable_getMiniflareWorkerOptions as readWorker, unstable_splitSqlQuery as splitSql } from 'wrangler'

const workers = join(import.meta.dirname, '..', '..')
const names = ['generator', 'gallery']
const environment = { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', X_LOCAL_OBSERVABILITY: 'false' }

/** Bundles the workers once; each start afterwards takes what the one before left in `folder`. */
export function prepareSite(folder, settings) {
  Object.assign(process.env, settings)
  for (const name of names) {
    const wrangler = join(workers, 'generator', 'node_modules', '.bin', 'wrangler')
    const command = ['deploy', '--dry-run', '--outdir', join(folder, name)]
    execFileSync(wrangler, command, { cwd: join(workers, name), env: environment, stdio: 'pipe' })
  }
  const options = { resourcePersistencePath: join(folder, 'state'), workers: names.map((name) => describeWorker(folder, name, settings)) }
  writeFileSync(join(folder, 'site.json'), JSON.stringify(options))
}

function describeWorker(folder, name, settings) {
  const { workerOptions } = readWorker(join(workers, name, 'wrangler.jsonc'))
  const { compatibilityDate, bindings, r2Buckets, d1Databases, durableObjects, serviceBindings, images } = workerOptions
  return {
    name: `encre-${name}`,
    modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(join(folder, name, 'worker.js'), 'utf8') }],
    compatibilityDate,
    bindings: { ...bindings, ...settings },
    r2Buckets,
    d1Databases,
    durableObjects,
    serviceBindings,
    images,
  }
}

/** `steps` emits each step that a generation's log line names, as it happens. */
export async function startSite(folder) {
  const child = fork(join(import.meta.dirname, 'site.mjs'), [join(folder, 'site.json')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environment,
  })
  const steps = new EventEmitter()
  let errors = ''
  child.stderr.on('data', (data) => {
    errors = `${errors}${data}`.slice(-4000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const step = line.match(/^\{"event":"generation".*"step":"([a-z]+)"/)?.[1]
    if (step) steps.emit(step)
  })
  const url = await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message.url))
    child.once('exit', () => reject(new Error(`the site did not start: ${errors}`)))
  })
  return { url, steps, ask: (request) => askSite(child, request), kill: () => killSite(child) }
}

export async function migrateSite(site) {
  for (const name of names) {
    const folder = join(workers, name, 'migrations')
    for (const file of readdirSync(folder).sort()) {
      await site.ask({ worker: `encre-${name}`, statements: splitSql(readFileSync(join(folder, file), 'utf8')) })
    }
  }
}

/** SIGKILL to the whole group: Node and its workerd at once, as a power cut would. */
async function killSite(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

function askSite(child, request) {
  const asked = randomUUID()
  return new Promise((resolve) => {
    child.on('message', function listen(message) {
      if (message.asked !== asked) return
      child.off('message', listen)
      resolve(message)
    })
    child.send({ ...request, asked })
  })
}
