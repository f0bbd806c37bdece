/**
 * Loaded before each command of the rehearsal: each site's host is this machine, and of a wait of
 * half a minute or more only a twentieth passes. What was not waited is added to a file.
 */
import { appendFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

const require = createRequire(import.meta.url)
const dns = require('node:dns')
const timers = require('node:timers/promises')

const host = 'encre.test'
const shortenedFrom = 30_000
const factor = 20

const { lookup } = dns
dns.lookup = (name: string, ...rest: unknown[]) =>
  lookup(name.endsWith(host) ? 'localhost' : name, ...rest)

const { setTimeout: wait } = timers
timers.setTimeout = (ms: number, ...rest: unknown[]) => {
  if (ms < shortenedFrom) return wait(ms, ...rest)
  const file = process.env.ENCRE_REHEARSAL_WAITS
  if (file) appendFileSync(file, `${ms - ms / factor}\n`)
  return wait(ms / factor, ...rest)
}
syncBuiltinESMExports()
