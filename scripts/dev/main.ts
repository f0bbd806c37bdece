import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { createStopSignal, ExpectedError, parseWords, runCommand, say } from '../lib/run-command.ts'
import { developmentPortDistance, readPort } from '../lib/settings.ts'

const signal = createStopSignal()

const remotes = listFeatures()
const usage = `npm run dev [remote]    serves the site with hot module replacement for every remote, or for one: ${remotes.join(', ')}
npm run dev [remote] -- --against https://staging.encre.example
                        pages, other remotes and data are that site's; the remote is the one on disk. The page only reads, with --writes
                        it also writes. Members sign in with AUTH0_DEVELOPMENT_CLIENT_ID: docs/auth0.md`

await runCommand(
  async () => {
    const { against, writes, built } = readWords()
    // A development build of a remote crashes at its first element if the page runs React's
    // production build.
    if ((process.env.NODE_ENV ?? 'development') !== 'development') {
      throw new ExpectedError(
        `NODE_ENV is ${process.env.NODE_ENV}, but npm run dev needs the development builds. Unset NODE_ENV.`,
      )
    }
    const folders = Object.fromEntries(built.map((name) => [name, join(root, 'remotes', name)]))
    // Imported here because wrangler and the build tool are slow to load and a refusal does not
    // need them.
    if (against) return serveAgainst(new URL(against).origin, { writes, folders })
    return serveOwnSite(folders)
  },
  { signal },
)
process.exit()

function readWords() {
  // npm consumes an option without -- before it, and what follows would start a site of its own.
  if (process.env.npm_config_against)
    throw new ExpectedError('Write -- before it: npm run dev gallery -- --against https://…')
  const { values, positionals } = parseWords(usage, {
    allowPositionals: true,
    options: { against: { type: 'string' }, writes: { type: 'boolean', default: false } },
  })
  const [named, ...surplus] = positionals
  if (surplus.length > 0)
    throw new ExpectedError(`This command does not take "${surplus.join(' ')}"\n\n${usage}`)
  if (named && !remotes.includes(named))
    throw new ExpectedError(`There is no remote ${named}. The remotes: ${remotes.join(', ')}`)
  if (values.against !== undefined && !/^https?:$/.test(URL.parse(values.against)?.protocol ?? ''))
    throw new ExpectedError(
      `--against is "${values.against}". It must be an address, as in https://staging.encre.example`,
    )
  if (values.writes && values.against === undefined)
    throw new ExpectedError(
      '--writes belongs to --against: a site of this machine is written to anyway',
    )
  return { against: values.against, writes: values.writes, built: named ? [named] : remotes }
}

async function serveAgainst(
  site: string,
  { writes, folders }: { writes: boolean; folders: Record<string, string> },
): Promise<void> {
  const [{ findGuest }, { startHmr }, { requireFreePort }] = await Promise.all([
    import('./guest.ts'),
    import('./hmr-server.ts'),
    import('../lib/site.ts'),
  ])
  const port = process.env.PORT ? readPort(process.env) : readPort({}) + developmentPortDistance
  await requireFreePort(port)
  const guest = await findGuest(site, { writes, environment: process.env })
  const names = Object.keys(folders).join(', ')
  say(`Building ${names} for development ...`)
  const server = await startHmr({ port, site, guest, remotes: folders, buildPort: port + 1 })
  say(`HMR: ${names}. Everything else is that of ${site}${writes ? '' : ', and only read'}.`)
  if (!guest.clientId)
    say('Nobody can sign in: set AUTH0_DEVELOPMENT_CLIENT_ID, as docs/auth0.md says.')
  else if (process.env.PORT)
    say(
      `Members can sign in only if the tenant's client has http://localhost:${port}: docs/auth0.md.`,
    )
  say(`Encre: http://localhost:${port}`)
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })
  await server.close()
}

async function serveOwnSite(folders: Record<string, string>): Promise<void> {
  const [{ keepSite, startSite }, { startHmr }] = await Promise.all([
    import('../lib/site.ts'),
    import('./hmr-server.ts'),
  ])
  const port = readPort(process.env)
  const innerPort = port + 2
  const dataFolder = join(root, '.data', String(port))
  const site = await startSite({ port, dataFolder, innerPort, say, signal })
  const built = Object.keys(folders)
  say(`Building ${['the shell', ...built].join(', ')} for development ...`)
  const server = await startHmr({
    port,
    site: `http://localhost:${innerPort}`,
    guest: null,
    remotes: folders,
    buildPort: port + 3,
  })
  const released = remotes.filter((name) => !built.includes(name))
  say(
    `HMR: shell, ${built.join(', ')}.${released.length > 0 ? ` As released: ${released.join(', ')}.` : ''} Workers reload by themselves.`,
  )
  say(`Encre: http://localhost:${port}`)
  await keepSite(site, signal).finally(() => server.close())
}
