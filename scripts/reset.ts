import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'

const running = globSync('.data/*/running.pid', { cwd: root }).find((path) => isAlive(Number(readFileSync(join(root, path), 'utf8'))))
if (running) {
  console.error(`The site on port ${basename(dirname(running))} is running. Stop it first, then run npm run reset again.`)
  process.exit(1)
}
rmSync(join(root, '.data'), { recursive: true, force: true })
console.log('Erased: members, designs, images, releases and secrets of every local site.')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
