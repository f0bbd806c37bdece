// Every npm script starts here, under any version of Node. It checks for git, installs the packages and Node 24, makes the generated
// files, then runs scripts/<command>.ts or scripts/<command>/main.ts. `npm install` and `pnpm install` run it without a command. Plain
// JavaScript, because an old Node must be able to report that it is too old.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...words] = process.argv.slice(2)
const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

if (Number.parseInt(process.versions.node, 10) < 20) {
  stop(`Encre needs Node 20 or later and this is ${process.version}. Install a newer one from nodejs.org, then run this again.`)
}
// A downloaded archive has no history to read.
if (existsSync(join(root, '.git')) && spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root }).error) {
  stop('Encre needs git, which is not on the PATH. Install it (git-scm.com), then run this again.')
}
const home = findHome()
// pnpm runs this when it has installed everything.
if (command || !process.env.npm_config_user_agent?.startsWith('pnpm/')) install()
generate()
if (command) run()

function install() {
  const wanted = read('pnpm-lock.yaml')
  if (wanted === read('node_modules/.pnpm/lock.yaml') && existsSync(node24) && hasPackages()) return
  const { packageManager } = JSON.parse(read('package.json'))
  console.log('Installing the packages ...')
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  // A feature or a package that was just added is not in the lock file yet. A workflow installs what was committed.
  const lock = process.env.CI ? '--frozen-lockfile' : '--no-frozen-lockfile'
  const { status } = spawnSync(
    npx,
    ['-y', packageManager, 'install', lock, '--prefer-offline', '--reporter=append-only', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, HOME: home },
    },
  )
  if (status !== 0) stop('The packages could not be installed (see above). Check the network, then run this again.')
}

/** Whether each workspace package has the packages that it asks for: a folder can be new, or have lost its node_modules. */
function hasPackages() {
  const groups = ['remotes', 'workers', 'shared'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  return ['scripts', 'shell', ...groups].every((folder) => {
    const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`) || '{}')
    return Object.keys({ ...dependencies, ...devDependencies }).every((name) => existsSync(join(root, folder, 'node_modules', name)))
  })
}

/** Makes the files that are not tracked, when they are missing or older than what they are made from. */
function generate() {
  const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const drawing = ['drawings', 'scripts', 'src/drawing/subjects'].flatMap((name) =>
    readdirSync(join(root, 'workers/local', name)).map((file) => changed(join('workers/local', name, file))),
  )
  if (changed('workers/local/src/drawing/shapes.generated.ts') < Math.max(...drawing)) make('workers/local/scripts/collect-shapes.ts')

  const workers = ['shell', ...readdirSync(join(root, 'workers')).map((name) => `workers/${name}`)]
  const untyped = workers.filter((folder) => changed(`${folder}/worker-configuration.d.ts`) < changed(`${folder}/wrangler.jsonc`))
  if (untyped.length > 0) make('scripts/generate-types.ts', ...untyped)
}

function make(...words) {
  const node = existsSync(node24) ? node24 : process.execPath
  const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) stop(`${words[0]} failed (see above).`)
}

/** The home of everything that is started: npm, pnpm and wrangler write there. A home that cannot be written is replaced. */
function findHome() {
  try {
    mkdirSync(homedir(), { recursive: true })
    accessSync(homedir(), constants.W_OK)
    return homedir()
  } catch {
    const replacement = join(root, '.data', 'home')
    try {
      mkdirSync(replacement, { recursive: true })
    } catch {
      stop(`${root} cannot be written. Encre keeps its packages and data there: move it to a folder of yours, then run this again.`)
    }
    return replacement
  }
}

function run() {
  const newest = existsSync(node24) ? node24 : process.execPath
  // npm does not forward signals, so this process sends them to the whole process group of the command.
  const child = spawn(newest, ['--disable-warning=ExperimentalWarning', findScript(), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, HOME: home, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signalGroup(child.pid, 'SIGTERM'))

  // If npm dies without a signal to this process, the parent id changes.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && signalGroup(child.pid, 'SIGTERM'), 500)
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    // The command may have been killed before it ended its own processes.
    signalGroup(child.pid, 'SIGTERM')
    process.exitCode = signal ? 1 : code
  })
}

function findScript() {
  const file = join(root, 'scripts', `${command}.ts`)
  return existsSync(file) ? file : join(root, 'scripts', command, 'main.ts')
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended already.
  }
}

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
