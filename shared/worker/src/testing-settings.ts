import { createExecutionContext } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'

interface Worker {
  new (context: ExecutionContext, env: never): { fetch(request: Request): Promise<Response> }
}

interface WrongSetting {
  name: string
  value: string
}

/** Defines the tests of a worker's settings: each one that is missing, and these wrong values. */
export function testSettings(Worker: Worker, path: string, env: object, wrong: WrongSetting[]) {
  it('answers 500 and names every setting that is missing', async () => {
    const names = Object.entries(env).flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith('__VITEST') ? name : [],
    )
    const log = await refuse(Object.fromEntries(names.map((name) => [name, undefined])))
    expect(names.filter((name) => !log.includes(`${name} must be `))).toEqual([])
  })

  it.each(wrong)('names $name if it is $value', async ({ name, value }) => {
    expect(await refuse({ [name]: value })).toContain(`wrong settings: ${name} must be `)
  })

  /** What the worker logs with these settings. */
  async function refuse(settings: Record<string, string | undefined>): Promise<string> {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const worker = new Worker(createExecutionContext(), { ...env, ...settings } as never)
    const answer = await worker.fetch(new Request(`https://encre.test${path}`))
    expect(answer.status).toBe(500)
    return written.mock.calls.join('\n')
  }
}
