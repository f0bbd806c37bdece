export interface BrokenRelease {
  name: string
  refusedBy: 'nothing' | 'the command' | 'the build' | 'the checks of the tree' | 'the live registry' | 'the check in a browser'
  reason: RegExp
  /** Edits of the tree: file -> its new text. A file that does not exist has the text ''. */
  edits: Record<string, (text: string) => string>
  /** Names the site by an address that is not of this machine, as a deployed site is. */
  isDeployedSite?: boolean
}

const remote = 'remotes/gallery/src/remote.tsx'
const whole = 'remotes/gallery/src/whole-remote.tsx'
const styles = 'remotes/gallery/src/gallery-page.module.css'
const routes = 'remotes/gallery/routes.ts'

/** Accepts pages that are no routes, and routes without a page, so that the release reaches the registry. */
const anyPages: BrokenRelease['edits'] = {
  [remote]: (text) => text.replace('Pages<typeof routes>', 'Partial<$&> & Record<string, (shell: ShellApi) => ReactNode>'),
}

/** The live remote fills its budget: shorter sentences make room for what breaks it. */
const room: BrokenRelease['edits'] = {
  'remotes/gallery/src/messages.ts': (text) => text.replaceAll(/'[^'\n]{40,}'/g, "'…'"),
}

/** Releases that must pass: each does a little of what a broken one does too much of. */
export const honestReleases: BrokenRelease[] = [
  honest('shorter sentences', {}),
  honest('another style', { [styles]: (text) => `${text}\n@layer remotes.gallery { .page { letter-spacing: 0.01em } }\n` }),
  honest('another title', { [routes]: replace("title: 'Mes Designs'", "title: 'Vos Designs'") }),
  honest('stores a little', inEffect("localStorage.setItem('gallery', 'x'.repeat(1000))")),
  honest('computes for 200 ms', wrap('', 'const until = performance.now() + 200; while (performance.now() < until) {}')),
  honest(
    'ticks every second',
    wrap('', 'useEffect(() => { const timer = setInterval(() => {}, 1000); return () => clearInterval(timer) }, [])'),
  ),
  honest('listens for clicks', wrap('', "useEffect(() => document.addEventListener('click', () => {}), [])")),
  honest('logs a sentence', wrap("console.info('the gallery is loaded')", '')),
  honest('loads a chunk later', {
    'remotes/gallery/src/ballast.ts': () => `export const ballast = '${incompressible(5000)}'\n`,
    ...wrap('', "useEffect(() => { import('./ballast.ts').then(({ ballast }) => ballast.at(0)) }, [])"),
  }),
  honest(
    'keeps 30 kB each time',
    wrap('const kept: string[][] = []', "useEffect(() => { kept.push(Array.from({ length: 1500 }, (_, n) => 'card ' + n)) }, [])"),
  ),
]

export const brokenReleases: BrokenRelease[] = [
  inBrowser('throws when it is imported', /this release is broken/, wrap("throw new Error('this release is broken')", '')),
  inBrowser('throws while it renders', /this release is broken/, wrap('', "if (shell) throw new Error('this release is broken')")),
  inBrowser('throws in an effect', /this release is broken/, wrap('', "useEffect(() => { throw new Error('this release is broken') })")),
  inBrowser(
    'throws in a card, which needs data',
    /full answers: .*this release is broken/,
    inCard("if (id) throw new Error('this release is broken')"),
  ),
  inBrowser('never resolves', /nothing of it was shown|did not respond for/, wrap('', 'if (shell) throw new Promise(() => {})')),
  inBrowser('overwrites the title of the page', /the title of the page is "Free"/, inEffect("document.title = 'Free'")),
  inBrowser(
    'throws after 5 s',
    /five seconds|did not respond for/,
    inEffect("setTimeout(() => { throw new Error('five seconds') }, 5000)"),
  ),
  inBrowser('shows an empty gallery', /it shows 0 images, the live version \d+/, {
    'remotes/gallery/src/flash-sheet/design-sheet.tsx': replace('!hiddenIds.has(id)', '!id && !hiddenIds.has(id)'),
  }),
  inBrowser('overwrites the language of the page', /the language of the page is "de"/, inEffect("document.documentElement.lang = 'de'")),
  inBrowser(
    'replaces fetch',
    /it replaced a function of the browser/,
    wrap('const before = fetch\nglobalThis.fetch = (...all) => before(...all)', ''),
  ),
  inBrowser(
    'replaces a prototype',
    /it replaced a function of the browser/,
    wrap('Array.prototype.map = function () { return [...this] }', ''),
  ),
  inBrowser('fills the storage', /it stores bytes: 1\d{6}/, inEffect("localStorage.setItem('gallery', 'x'.repeat(1e6))")),
  inBrowser(
    'eats every click',
    /it did not respond for/,
    inEffect("addEventListener('click', (event) => event.stopImmediatePropagation(), true)"),
  ),
  inBrowser('covers the page with a panel', /something lies over the header/, panel('position:fixed;inset:0;z-index:9')),
  inBrowser('makes the page too wide', /pixels wide on a screen of/, panel('position:absolute;inline-size:3000px;block-size:1px')),
  inBrowser('hides the page', /the header is gone/, inEffect("document.body.style.opacity = '0'")),
  inBrowser('throws above 100 designs', /with many answers.*: .*too many/, {
    'remotes/gallery/src/flash-sheet/design-sheet.tsx': replace(
      'const sheet = useMovedFocus()',
      "const sheet = useMovedFocus()\n  if (shown.length > 100) throw new Error('too many')",
    ),
  }),
  inBrowser('throws on a narrow screen', /at 375 pixels: .*too narrow/, wrap('', "if (innerWidth <= 500) throw new Error('too narrow')")),
  inBrowser(
    'throws on its second page',
    /\/gallery\/[0-9a-f-]+ for .*: .*second page/,
    wrap('', "if (shell.path.startsWith('/gallery/')) throw new Error('second page')"),
  ),
  inBrowser(
    'asks its worker 20 times a second',
    /it sends requests to its worker: \d+/,
    inEffect("setInterval(() => fetch('/api/gallery/contract'), 50)"),
  ),
  inBrowser(
    'keeps 900 kB each time it is opened',
    /it keeps more memory/,
    wrap('const kept: string[][] = []', "useEffect(() => { kept.push(Array.from({ length: 45_000 }, (_, n) => 'card ' + n)) }, [])"),
  ),
  inBrowser(
    'leads to another site',
    /nothing of it was shown|did not respond|not answer/,
    inEffect("location.href = 'https://evil.example/'"),
  ),
  {
    name: "makes a members' route public",
    refusedBy: 'the live registry',
    reason: /the members' route \/gallery would be public/,
    edits: { [routes]: replace("access: 'member'", "access: 'public'") },
  },
  {
    name: 'has an image of 2.9 MB',
    refusedBy: 'the live registry',
    reason: /its images, fonts and other files have together \d+ bytes/,
    edits: {
      'remotes/gallery/src/large.svg': () => `<svg xmlns="http://www.w3.org/2000/svg"><!--${incompressible(2_900_000)}--></svg>`,
      ...wrap("import large from './large.svg?url'", 'if (!large) return null'),
    },
  },
  {
    name: 'renders its skeleton without end',
    refusedBy: 'the build',
    reason: /gallery: the skeletons file did not end within 10 s/,
    edits: { 'remotes/gallery/skeletons.tsx': (text) => `${text}\nfor (;;);\n` },
  },
  {
    name: 'exports another name than Remote',
    refusedBy: 'the checks of the tree',
    reason: /types of remotes\/gallery/,
    edits: { [remote]: (text) => text.replace('export function Remote(', 'export function Gallery(') },
  },
  inBrowser('asks an address that no contract has', /requests GET \/api\/gallery\/sketches/, {
    ...wrap('', "useEffect(() => { fetch('/api/gallery/sketches') }, [])"),
  }),
  inBrowser('never ends its first rendering', /did not respond for/, wrap('', 'while (shell) {}')),
  inBrowser('keeps 2 MB for good each time it is opened', /keeps more memory/, {
    ...wrap('const kept: string[][] = []', "useEffect(() => { kept.push(Array.from({ length: 100_000 }, (_, n) => 'card ' + n)) }, [])"),
  }),
  {
    name: 'needs another React',
    refusedBy: 'the live registry',
    reason: /needs react \^18\.0\.0, the live shell has/,
    edits: {
      'shared/build/src/release.ts': replace(
        "{ version }: { version: string } = createRequire(join(folder, 'package.json'))('react/package.json')",
        "version = '18.0.0'",
      ),
    },
  },
  {
    name: 'is too large for its first screen',
    refusedBy: 'the live registry',
    reason: /its entry and first scripts have \d+ bytes after gzip, the budget is/,
    edits: wrap(`performance.mark('ballast', { detail: '${incompressible(30_000)}' })`, ''),
  },
  {
    name: 'is too large in a chunk that it loads later',
    refusedBy: 'the live registry',
    reason: /which it loads later, has \d+ bytes after gzip, the budget is/,
    edits: {
      'remotes/gallery/src/ballast.ts': () => `export const ballast = '${incompressible(60_000)}'\n`,
      ...wrap('', "useEffect(() => { import('./ballast.ts').then(({ ballast }) => ballast.at(0)) }, [])"),
    },
  },
  leak('hides the header of the shell', 'header { display: none; }', /header can match elements of others/),
  leak('changes a colour of the whole site', ':root { --ink: red; }', /:root/),
  leak('writes into the layer of the shell', '} @layer shell { .page { color: red; }', /layer/),
  leak('beats the shell by !important', '.page { color: red !important; }', /!important/),
  leak('defines a font for the whole page', "@font-face { font-family: Encre; src: local('Arial'); }", /@font-face/),
  leak('names a part of every page transition', '.page { view-transition-name: root; }', /view-transition-name/),
  {
    name: 'drops a route',
    refusedBy: 'the live registry',
    reason: /visitors would lose the route \/gallery\/:id/,
    edits: {
      ...anyPages,
      [routes]: (text) => text.replace(/\n {2}\{\n {4}path: '\/gallery\/:id'[\s\S]*?\n {2}\},/, ''),
      'remotes/gallery/skeletons.tsx': (text) =>
        text.replace(
          /export const skeletons = [\s\S]*/,
          "export const skeletons = { '/gallery': <GalleryPage shell={skeletonShell('/gallery')} /> }\n",
        ),
    },
  },
  {
    name: 'takes a route of another remote',
    refusedBy: 'the live registry',
    reason: /the route \/dashboard belongs to another/,
    edits: { ...anyPages, [routes]: addRoute('/dashboard') },
  },
  {
    name: 'has no routes',
    refusedBy: 'the live registry',
    reason: /it has no routes/,
    edits: {
      ...anyPages,
      [routes]: () => "import { defineRoutes } from '@encre/protocol/release'\n\nexport const routes = defineRoutes<never>([])\n",
    },
  },
  {
    name: 'removes a field from the contract',
    refusedBy: 'the checks of the tree',
    reason: /contract of gallery only grows/,
    edits: { 'workers/gallery/src/contract.ts': (text) => text.replace(/\n {2}next: z\.nullable\(z\.string\(\)\),/, '') },
  },
  {
    name: 'imports another remote',
    refusedBy: 'the checks of the tree',
    reason: /import directions and cycles/,
    edits: {
      ...wrap("import { dashboardMessages } from '../../account/src/messages.ts'", 'if (!dashboardMessages) return null'),
    },
  },
  {
    name: 'comes from a tree with uncommitted changes',
    refusedBy: 'the command',
    reason: /have uncommitted changes\. Commit them/,
    edits: { [routes]: (text) => `${text}\n// not committed\n` },
    isDeployedSite: true,
  },
]

/** The releases that `npm test` tries: one for each check before the registry's, which the tests of its worker cover. */
export const sampledReleases = brokenReleases.filter(({ name }) =>
  ['hides the header of the shell', 'comes from a tree with uncommitted changes'].includes(name),
)

function honest(name: string, edits: BrokenRelease['edits']): BrokenRelease {
  return { name: `honest: ${name}`, refusedBy: 'nothing', reason: /(?!)/, edits: { ...room, ...edits } }
}

function inBrowser(name: string, reason: RegExp, edits: BrokenRelease['edits']): BrokenRelease {
  return { name, refusedBy: 'the check in a browser', reason, edits: { ...room, ...edits } }
}

function leak(name: string, rule: string, reason: RegExp): BrokenRelease {
  return { name, refusedBy: 'the build', reason, edits: { [styles]: (text) => text.replace(/\}\s*$/, `  ${rule}\n}\n`) } }
}

function inEffect(statement: string): BrokenRelease['edits'] {
  return wrap('', `useEffect(() => { ${statement} })`)
}

function panel(style: string): BrokenRelease['edits'] {
  return inEffect(`const panel = document.body.appendChild(document.createElement('div')); panel.style.cssText = '${style}'`)
}

function inCard(statement: string): BrokenRelease['edits'] {
  return {
    'remotes/gallery/src/flash-sheet/design-card.tsx': replace(
      'const origin = originLine(design.origin)',
      `const origin = originLine(design.origin)\n  ${statement}`,
    ),
  }
}

/** Puts a component around the remote: statements of its module, and of its render. */
function wrap(module: string, render: string): BrokenRelease['edits'] {
  let original = ''
  return {
    [remote]: (text) => {
      original = text
      return `import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect } from 'react'
import { Remote as Whole } from './whole-remote.tsx'
${module}
export function Remote({ shell }: { shell: ShellApi }) {
  useEffect(() => {})
  ${render}
  return <Whole shell={shell} />
}
`
    },
    [whole]: () => original,
  }
}

function replace(text: string, by: string): (source: string) => string {
  return (source) => source.replace(text, () => by)
}

function addRoute(path: string): (source: string) => string {
  return replace(
    'export const routes = defineRoutes([',
    `export const routes = defineRoutes([\n  { path: '${path}', access: 'member', lang: 'fr', title: 'Taken' },`,
  )
}

/** Text that gzip cannot shorten below three quarters: the digits of a simple random series, the same in every run. */
function incompressible(length: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return digits[state % 64]
  }).join('')
}
