import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitForOutput } from './wait-for-output.ts'

/** Starts the site of a copy of the repository, in a process of its own. */
export async function startSiteOf(
  tree: string,
  environment: NodeJS.ProcessEnv,
  port: number,
): Promise<ChildProcess> {
  const site = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: tree,
    env: { ...environment, PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitForOutput(site, `Encre: http://localhost:${port}`)
  return site
}

/** Ends a process with all that it started. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  if (child.pid) process.kill(-child.pid, 'SIGTERM')
  await ended
}
