// Every npm script starts here, under any version of Node: plain JavaScript, so that an old Node
// can say that it is too old.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...words] = process.argv.slice(2)
const isWindows = process.platform === 'win32'
// The lock file has its hash. Other platforms run the Node that runs this.
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
/** Has the hash of the manifests that pnpm has installed. */
const installedFrom = 'node_modules/.installed'
const node24 = join(root, 'node_modules', nodePackage, 'bin', isWindows ? 'node.exe' : 'node')

if (Number.parseInt(process.versions.node, 10) < 20) {
  stop(
    `Encre needs Node 20 or later and this is ${process.version}. Install a newer one from nodejs.org, then run this again.`,
  )
}
// A downloaded archive has no history to read.
if (
  existsSync(join(root, '.git')) &&
  spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root }).error
) {
  stop('Encre needs git, which is not on the PATH. Install it (git-scm.com), then run this again.')
}
const home = findHome()
// pnpm runs this when it has installed everything.
const isInstalled = !command && process.env.npm_config_user_agent?.startsWith('pnpm/')
if (isInstalled) writeFileSync(join(root, installedFrom), hashManifests())
else install()
generate()
if (command) run()

function install() {
  const hasNode = existsSync(node24) || !read('pnpm-lock.yaml').includes(`  ${nodePackage}@`)
  if (hashManifests() === read(installedFrom) && hasNode && hasPackages()) return
  console.log('Installing the packages ...')
  // A feature or a package that was just added is not in the lock file yet. A workflow installs
  // what was committed.
  const lock = process.env.CI ? '--frozen-lockfile' : '--no-frozen-lockfile'
  const [pnpm, ...before] = findPnpm()
  const { status } = spawnSync(
    pnpm,
    [...before, 'install', lock, '--prefer-offline', '--reporter=append-only', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: isWindows,
      env: { ...process.env, HOME: home },
    },
  )
  if (status !== 0)
    stop('The packages could not be installed (see above). Check the network, then run this again.')
}

/**
 * What pnpm installs is deployed, so its own files are verified by their sha512 on Linux, where
 * deployments run; elsewhere npx runs it.
 */
function findPnpm() {
  const { packageManager, pnpmBinaries } = JSON.parse(read('package.json'))
  const [name, hash] = packageManager.split('+sha512.')
  const version = name.split('@')[1]
  const binary = `@pnpm/exe.${process.platform}-${process.arch}`
  if (!pnpmBinaries[binary]) return [isWindows ? 'npx.cmd' : 'npx', '-y', packageManager]
  const folder = join(root, '.data', `pnpm-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(join(root, '.data'), { recursive: true })
    const scratch = mkdtempSync(join(root, '.data', 'pnpm-'))
    try {
      download(scratch, name, `sha512-${Buffer.from(hash, 'hex').toString('base64')}`)
      const archive = download(scratch, `${binary}@${version}`, pnpmBinaries[binary])
      if (spawnSync('tar', ['-xzf', archive, '-C', scratch]).status !== 0)
        stop(`${archive} could not be unpacked with tar.`)
      renameSync(join(scratch, 'package'), folder)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
  return [join(folder, 'pnpm')]
}

function download(folder, specifier, wanted) {
  const words = ['pack', specifier, '--prefer-offline', '--silent', '--pack-destination', folder]
  const { status, stdout } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const archive = join(folder, stdout?.trim().split('\n').at(-1) ?? '')
  if (status !== 0 || !archive.endsWith('.tgz'))
    stop(`${specifier} could not be downloaded. Check the network, then run this again.`)
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found === wanted) return archive
  rmSync(folder, { recursive: true, force: true })
  stop(
    `${specifier} has another hash (${found}) than package.json says (${wanted}). Nothing of it was run.`,
  )
}

/** Everything that decides what is installed: a version may be edited without the lock file. */
function hashManifests() {
  const manifests = listPackages().map((folder) => `${folder}/package.json`)
  const texts = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests].map(read)
  return createHash('sha256').update(texts.join('\0')).digest('hex')
}

function listPackages() {
  const groups = ['remotes', 'workers', 'shared', 'shell/reacts'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  )
  return ['scripts', 'shell', ...groups]
}

function hasPackages() {
  return listPackages().every((folder) => {
    const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`) || '{}')
    return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
      existsSync(join(root, folder, 'node_modules', name)),
    )
  })
}

function generate() {
  const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const drawing = ['drawings', 'scripts', 'src/drawing/subjects'].flatMap((name) =>
    readdirSync(join(root, 'workers/local', name)).map((file) =>
      changed(join('workers/local', name, file)),
    ),
  )
  if (changed('workers/local/src/drawing/shapes.generated.ts') < Math.max(...drawing))
    make('workers/local/scripts/collect-shapes.ts')

  const workers = ['shell', ...readdirSync(join(root, 'workers')).map((name) => `workers/${name}`)]
  const untyped = workers.filter(
    (folder) =>
      changed(`${folder}/worker-configuration.d.ts`) < changed(`${folder}/wrangler.jsonc`),
  )
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

/**
 * The home of everything that is started: npm, pnpm and wrangler write there. A home that cannot be
 * written is replaced.
 */
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
      stop(
        `${root} cannot be written. Encre keeps its packages and data there: move it to a folder of yours, then run this again.`,
      )
    }
    return replacement
  }
}

function run() {
  const newest = existsSync(node24) ? node24 : process.execPath
  // npm does not forward signals, so this process sends them to the whole process group of the
  // command.
  const child = spawn(newest, ['--disable-warning=ExperimentalWarning', findScript(), ...words], {
    cwd: root,
    // Only 'new' asks: what a site starts would read keys.
    stdio: [command === 'new' ? 'inherit' : 'ignore', 'inherit', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      HOME: home,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signalGroup(child.pid, 'SIGTERM'))

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
  const folders = ['', 'operate', 'prove'].map((name) => join(root, 'scripts', name))
  const files = folders.flatMap((folder) => [
    join(folder, `${command}.ts`),
    join(folder, command, 'main.ts'),
  ])
  return files.find((file) => existsSync(file)) ?? stop(`There is no command "${command}".`)
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended already.
  }
}

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
