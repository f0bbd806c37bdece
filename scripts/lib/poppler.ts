import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian-packages.ts'
import { ExpectedError } from './expected-error.ts'

/** Makes sure that `pdftoppm` is here, which renders PDF files: Debian's when we are root. Throws with the remedy. */
export function requirePoppler(say: (sentence: string) => void): void {
  if (hasPoppler()) return
  installDebianPackages(['poppler-utils'], say)
  if (!hasPoppler())
    throw new ExpectedError('This needs pdftoppm. Install poppler (Debian: apt-get install poppler-utils), then run it again.')
}

function hasPoppler(): boolean {
  return spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined
}
