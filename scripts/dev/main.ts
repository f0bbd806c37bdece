import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { createStopSignal, ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { readPort } from '../lib/settings.ts'

const say = (sentence: string) => console.log(sentence)
const signal = createStopSignal()

const remotes = listFeatures()
const [named] = readPlainWords(
  `npm run dev [remote]    serves the site with hot module replacement for every remote, or for one: ${remotes.join(', ')}`,
  1,
)
const built = named ? [named] : remotes

await runCommand(
  async () => {
    if (named && !remotes.includes(named))
      throw new ExpectedError(`There is no remote ${named}. The remotes: ${remotes.join(', ')}`)
    // A development build of a remote crashes at its first element if the page runs React's
    // production build.
    if ((process.env.NODE_ENV ?? 'development') !== 'development') {
      throw new ExpectedError(
        `NODE_ENV is ${process.env.NODE_ENV}, but npm run dev needs the development builds. Unset NODE_ENV.`,
      )
    }
    const port = readPort(process.env)
    // Imported here because wrangler and the build tool are slow to load and a refusal does not
    // need them.
    const [{ keepSite, startSite }, { startHmr }] = await Promise.all([
      import('../lib/site.ts'),
      import('./hmr-server.ts'),
    ])
    const innerPort = port + 2
    const dataFolder = join(root, '.data', String(port))
    const site = await startSite({ port, dataFolder, innerPort, say, signal })
    say(`Building ${['the shell', ...built].join(', ')} for development ...`)
    const folders = Object.fromEntries(built.map((name) => [name, join(root, 'remotes', name)]))
    const server = await startHmr({
      port,
      site: `http://localhost:${innerPort}`,
      remotes: folders,
      buildPort: port + 3,
    })
    const released = remotes.filter((name) => !built.includes(name))
    say(
      `HMR: shell, ${built.join(', ')}.${released.length > 0 ? ` As released: ${released.join(', ')}.` : ''} Workers reload by themselves.`,
    )
    say(`Encre: http://localhost:${port}`)
    await keepSite(site, signal).finally(() => server.close())
  },
  { signal },
)
process.exit()
