import { spawnSync } from 'node:child_process'

/** Makes sure that `pdftoppm` is here, which renders PDF files: Debian's when we are root. Throws with the remedy. */
export function requirePoppler(say: (sentence: string) => void): void {
  if (hasPoppler()) return
  if (process.getuid?.() === 0) {
    say('Installing poppler-utils to render PDF files ...')
    spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 180_000 })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'poppler-utils'], { stdio: 'ignore', timeout: 300_000 })
  }
  if (!hasPoppler()) throw new Error('This needs pdftoppm. Install poppler (Debian: apt-get install poppler-utils), then run it again.')
}

function hasPoppler(): boolean {
  return spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined
}
