import type { ChildProcess } from 'node:child_process'

/**
 * Resolves to the output of a process when it contains the sentence. Rejects when the process ends
 * before.
 */
export function waitForOutput(child: ChildProcess, sentence: string): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
        if (output.includes(sentence)) resolve(output)
      })
    }
    child.on('close', () => reject(new Error(`ended without "${sentence}":\n${output}`)))
  })
}
