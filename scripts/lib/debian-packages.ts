import { spawnSync } from 'node:child_process'

/** Installs Debian packages if the user is root. Does nothing otherwise: the caller checks whether its program exists and names the remedy. */
export function installDebianPackages(names: string[], say: (sentence: string) => void): void {
  if (process.getuid?.() !== 0) return
  say(`Installing ${names.join(', ')} ...`)
  spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 180_000 })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], { stdio: 'ignore', timeout: 300_000 })
}
