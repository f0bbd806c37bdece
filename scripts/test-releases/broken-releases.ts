import type { Page } from '@playwright/test'
import {
  addRoute,
  broken,
  type Edits,
  inCard,
  incompressible,
  inEffect,
  inSheet,
  keeping,
  laterChunk,
  leak,
  onMount,
  onPath,
  panel,
  remote,
  replace,
  sheet,
  styles,
  wrap,
} from './edits.ts'

/** How visitors meet a fault that only a canary can show. */
export interface Fault {
  /** Share of the visits that last or do what the fault needs: an assumption. */
  share: number
  use?: (page: Page) => Promise<void>
  isInFirefox?: boolean
}

export interface BrokenRelease {
  name: string
  refusedBy:
    | 'nothing'
    | 'the command'
    | 'the build'
    | 'the checks of the tree'
    | 'the live registry'
    | 'the check in a browser'
    | 'the canary'
  reason: RegExp
  edits: Edits
  /** Names the site by an address that is not of this machine, as a deployed site is. */
  isDeployedSite?: boolean
  /** Releases it without the check in a browser, as a canary. */
  fault?: Fault
}

const routes = 'remotes/gallery/routes.ts'
const skeletons = 'remotes/gallery/skeletons.tsx'
const contract = 'workers/gallery/src/contract.ts'
const page = 'remotes/gallery/src/gallery-page.tsx'
const linkScript = 'remotes/gallery/src/link-page/link-page.script.ts'
const deletion = 'remotes/gallery/src/deletion/use-deletion.ts'

const hidden = "document.body.style.opacity = '0'"
const reactParts = "['react', 'react/', 'react-dom', 'react-dom/'].map("
const gallerySkeleton = "<GalleryPage shell={skeletonShell('/gallery')} />"
const otherRemote = "import { dashboardMessages } from '../../account/src/messages.ts'"
const noRoutes =
  "import { defineRoutes } from '@encre/protocol/release'\n\nexport const routes = defineRoutes<never>([])\n"
const withoutAtelier: Edits = {
  [routes]: (text) => text.replace(/\n {2}\{\n {4}path: '\/gallery\/:id'[\s\S]*?\n {2}\},/, ''),
  [skeletons]: (text) => {
    const imports = text
      .split('\n')
      .filter((line) => line.includes('skeletonShell }') || line.includes('{ GalleryPage }'))
    return `${imports.join('\n')}\n\nexport const skeletons = { '/gallery': ${gallerySkeleton} }\n`
  },
}
const olderReact: Edits = {
  'shared/build/src/release.ts': replace(
    "createRequire(join(folder, 'package.json'))('react/package.json')",
    "{ ...createRequire(join(folder, 'package.json'))('react/package.json'), version: '18.0.0' }",
  ),
}
const filling = `const request = indexedDB.open('gallery')
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore('bytes')
    for (let part = 0; part < 80; part++) store.put(crypto.getRandomValues(new Uint8Array(65_536)), part)
  }`
const largeEntry = wrap(`performance.mark('ballast', { detail: '${incompressible(30_000)}' })`, '')
const largeImage: Edits = {
  'remotes/gallery/src/large.svg': () =>
    `<svg xmlns="http://www.w3.org/2000/svg"><!--${incompressible(2_900_000)}--></svg>`,
  ...wrap("import large from './large.svg?url'", 'if (!large) return null'),
}

/**
 * Accepts pages that are no routes, and routes without a page, so that the release reaches the
 * registry.
 */
const anyPages: Edits = {
  [remote]: (text) =>
    text.replace(
      'Pages<typeof routes>',
      'Partial<$&> & Record<string, (shell: ShellApi) => ReactNode>',
    ),
}

/** The live remote fills its budget: shorter sentences make room for what breaks it. */
const room: Edits = {
  'remotes/gallery/src/messages.ts': (text) => text.replaceAll(/'[^'\n]{40,}'/g, "'…'"),
}

/** Releases that must pass: each does a little of what a broken one does too much of. */
export const honestReleases: BrokenRelease[] = [
  honest('shorter sentences', {}),
  honest('another style', {
    [styles]: (text) => `${text}\n@layer remotes.gallery { .page { letter-spacing: 0.01em } }\n`,
  }),
  honest('another title', { [routes]: replace("title: 'Mes Designs'", "title: 'Vos Designs'") }),
  honest(
    'stores a little',
    inEffect("localStorage.setItem('gallery', 'x'.repeat(1000)); indexedDB.open('gallery')"),
  ),
  honest(
    'computes for 200 ms',
    wrap('', 'const until = performance.now() + 200; while (performance.now() < until) {}'),
  ),
  honest(
    'ticks every second',
    onMount('const timer = setInterval(() => {}, 1000); return () => clearInterval(timer)'),
  ),
  honest('listens for clicks', onMount("document.addEventListener('click', () => {})")),
  honest('logs a sentence', wrap("console.info('the gallery is loaded')", '')),
  honest('loads a chunk later', laterChunk(2000)),
  honest('keeps 30 kB each time', keeping(1500)),
]

const inFirefox = wrap(
  '',
  "if (navigator.userAgent.includes('Firefox')) throw new Error('not in Firefox')",
)

export const brokenReleases: BrokenRelease[] = [
  ...tried('the check in a browser', [
    ['throws when it is imported', /is broken/, wrap(broken, '')],
    ['throws while it renders', /is broken/, wrap('', `if (shell) ${broken}`)],
    ['throws in an effect', /is broken/, onMount(broken)],
    [
      'throws in a card, which needs data',
      /full answers: .*is broken/,
      inCard(`if (id) ${broken}`),
    ],
    [
      'throws after 5 s',
      /is broken|did not respond for/,
      inEffect(`setTimeout(() => { ${broken} }, 5000)`),
    ],
    [
      'throws above 100 designs',
      /with many answers.*: .*is broken/,
      inSheet(`if (shown.length > 100) ${broken}`),
    ],
    [
      'throws on a narrow screen',
      /at 375 pixels: .*is broken/,
      wrap('', `if (innerWidth <= 500) ${broken}`),
    ],
    ['throws on its second page', /\/gallery\/[0-9a-f-]+ for .*: .*is broken/, onPath('/gallery/')],
    [
      'throws on the page of deleted designs',
      /vue=supprimes for .*: .*is broken/,
      onPath('/gallery?vue=supprimes'),
    ],
    [
      'breaks the page of a link',
      /\/f\/sample for .*: .*is broken/,
      { [linkScript]: (text) => `${text}\n${broken}\n` },
    ],
    ['throws in Firefox', /in Firefox.*: .*not in Firefox/, inFirefox],
    [
      'never resolves',
      /nothing of it was shown|did not respond for/,
      wrap('', 'if (shell) throw new Promise(() => {})'),
    ],
    ['never ends its first rendering', /did not respond for/, wrap('', 'while (shell) {}')],
    [
      'overwrites the title of the page',
      /the title of the page is "Free"/,
      inEffect("document.title = 'Free'"),
    ],
    [
      'overwrites the language of the page',
      /the language of the page is "de"/,
      inEffect("document.documentElement.lang = 'de'"),
    ],
    [
      'shows an empty gallery',
      /it shows 0 images, the live version \d+/,
      { [sheet]: replace('!hiddenIds.has(id)', '!id && !hiddenIds.has(id)') },
    ],
    [
      'replaces fetch',
      /it replaced a function of the browser/,
      wrap('const before = fetch\nglobalThis.fetch = (...all) => before(...all)', ''),
    ],
    [
      'replaces a prototype',
      /it replaced a function of/,
      wrap('Array.prototype.map = function () { return [...this] }', ''),
    ],
    [
      'replaces sendBeacon',
      /it replaced a function of/,
      wrap('navigator.sendBeacon = () => true', ''),
    ],
    [
      'takes the key Tab',
      /takes the key Tab/,
      inEffect("addEventListener('keydown', (event) => event.preventDefault(), true)"),
    ],
    [
      'asks before it is left',
      /asks before/,
      inEffect("addEventListener('beforeunload', (event) => event.preventDefault())"),
    ],
    [
      'stops scrolling',
      /cannot be scrolled/,
      inEffect("document.documentElement.style.overflow = 'hidden'"),
    ],
    [
      'adds a second main',
      /2 elements "main"/,
      onMount("document.body.append(document.createElement('main'))"),
    ],
    ['fills IndexedDB', /its databases have bytes: [5-9]\d{6}/, onMount(filling)],
    [
      'fills the storage',
      /it stores bytes: 1\d{6}/,
      inEffect("localStorage.setItem('gallery', 'x'.repeat(1e6))"),
    ],
    [
      'eats every click',
      /did not reach the shell/,
      inEffect("addEventListener('click', (event) => event.stopImmediatePropagation(), true)"),
    ],
    [
      'covers the page with a panel',
      /something lies over the header/,
      panel('position:fixed;inset:0;z-index:9'),
    ],
    [
      'makes the page too wide',
      /pixels wide on a screen of/,
      panel('position:absolute;inline-size:3000px;block-size:1px'),
    ],
    ['hides the page', /the header is gone/, inEffect(hidden)],
    [
      'asks an address that no contract has',
      /requests GET \/api\/gallery\/sketches/,
      onMount("fetch('/api/gallery/sketches')"),
    ],
    [
      'asks its worker 20 times a second',
      /sends requests to its worker: \d+/,
      inEffect("setInterval(() => fetch('/api/gallery/contract'), 50)"),
    ],
    ['keeps 900 kB each time it is opened', /it keeps more memory/, keeping(45_000)],
    ['keeps 2 MB for good each time it is opened', /it keeps more memory/, keeping(100_000)],
    [
      'leads to another site',
      /nothing of it was shown|did not respond|not answer/,
      inEffect("location.href = 'https://evil.example/'"),
    ],
  ]),
  ...tried('the live registry', [
    [
      "makes a members' route public",
      /the members' route \/gallery would be public/,
      { [routes]: replace("access: 'member'", "access: 'public'") },
    ],
    [
      'has an image of 2.9 MB',
      /its images, fonts and other files have together \d+ bytes/,
      largeImage,
    ],
    ['needs another React', /needs react \^18\.0\.0, the live shell has/, olderReact],
    [
      'is too large for its first screen',
      /its entry and first scripts have \d+ bytes after gzip, the budget is/,
      largeEntry,
    ],
    [
      'brings a second React',
      /these packages grew.*: react from 0 to/,
      { 'rsbuild.shared.ts': replace(reactParts, '[].map(') },
    ],
    [
      'is too large in a chunk that it loads later',
      /which it loads later, has \d+ bytes after gzip, the budget/,
      laterChunk(60_000),
    ],
    [
      'drops a route',
      /visitors would lose the route \/gallery\/:id/,
      { ...anyPages, ...withoutAtelier },
    ],
    [
      'takes a route of another remote',
      /the route \/dashboard belongs to another/,
      { ...anyPages, [routes]: addRoute('/dashboard') },
    ],
    ['has no routes', /it has no routes/, { ...anyPages, [routes]: () => noRoutes }],
  ]),
  ...tried('the build', [
    [
      'renders its skeleton without end',
      /gallery: the skeletons file did not end within 10 s/,
      { [skeletons]: (text) => `${text}\nfor (;;);\n` },
    ],
    [
      'hides the header of the shell',
      /header can match elements of others/,
      leak('header { display: none; }'),
    ],
    ['changes a colour of the whole site', /:root/, leak(':root { --ink: red; }')],
    ['writes into the layer of the shell', /layer/, leak('} @layer shell { .page { color: red; }')],
    ['beats the shell by !important', /!important/, leak('.page { color: red !important; }')],
    [
      'defines a font for the whole page',
      /@font-face/,
      leak("@font-face { font-family: Encre; src: local('Arial'); }"),
    ],
    [
      'names a part of every page transition',
      /view-transition-name/,
      leak('.page { view-transition-name: root; }'),
    ],
  ]),
  ...tried('the checks of the tree', [
    [
      'exports another name than Remote',
      /types of remotes\/gallery/,
      { [remote]: replace('export function Remote(', 'export function Gallery(') },
    ],
    [
      'removes a field from the contract',
      /contract of gallery only grows/,
      { [contract]: replace('  next: z.nullable(z.string()),\n', '') },
    ],
    [
      'imports another remote',
      /import directions and cycles/,
      wrap(otherRemote, 'if (!dashboardMessages) return null'),
    ],
  ]),
  {
    name: 'comes from a tree with uncommitted changes',
    refusedBy: 'the command',
    reason: /have uncommitted changes\. Commit them/,
    edits: { [routes]: (text) => `${text}\n// not committed\n` },
    isDeployedSite: true,
  },
]

/** Half of the visits last longer than a minute, and one of ten longer than five. */
const minute = { share: 0.5 }
const fiveMinutes = { share: 0.1 }
/** One visit of five deletes a design. */
const deletes: Fault = {
  share: 0.2,
  use: async (page) => {
    await page
      .locator('main article button[aria-label^="Supprimer"]')
      .first()
      .dispatchEvent('click', {}, { timeout: 3000 })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Supprimer' })
      .click({ timeout: 3000 })
  },
}

export const canaryReleases: BrokenRelease[] = [
  asCanary('throws after 60 s', minute, inEffect(`setTimeout(async () => { ${broken} }, 60_000)`)),
  asCanary('freezes after 60 s', minute, inEffect('setTimeout(() => { for (;;); }, 60_000)')),
  asCanary(
    'hides the page after 60 s',
    minute,
    inEffect(`setTimeout(() => { ${hidden} }, 60_000)`),
  ),
  asCanary('calls a lost method when a deletion is confirmed', deletes, {
    [deletion]: replace('const [only = ', "Reflect.get(shell, 'lost')()\n  const [only = "),
  }),
  ...[
    asCanary('throws in Firefox', { share: 1, isInFirefox: true }, inFirefox),
    asCanary(
      'hides the page after 300 s',
      fiveMinutes,
      inEffect(`setTimeout(() => { ${hidden} }, 300_000)`),
    ),
    asCanary('deletes another design than the chosen one', deletes, {
      [page]: replace(
        'const ids = designs.map(({ id }) => id)',
        'const ids = shown.slice(-1).map(({ id }) => id)',
      ),
    }),
  ].map((release): BrokenRelease => ({ ...release, refusedBy: 'nothing' })),
]

/**
 * The releases that `npm test` tries: one for each check before the registry's, which the tests of
 * its worker cover.
 */
export const sampledReleases = brokenReleases.filter(({ name }) =>
  ['hides the header of the shell', 'comes from a tree with uncommitted changes'].includes(name),
)

function honest(name: string, edits: Edits): BrokenRelease {
  return {
    name: `honest: ${name}`,
    refusedBy: 'nothing',
    reason: /(?!)/,
    edits: { ...room, ...edits },
  }
}

function tried(
  refusedBy: BrokenRelease['refusedBy'],
  releases: [name: string, reason: RegExp, edits: Edits][],
): BrokenRelease[] {
  const own = refusedBy === 'the check in a browser' ? room : {}
  return releases.map(([name, reason, edits]) => ({
    name,
    refusedBy,
    reason,
    edits: { ...own, ...edits },
  }))
}

function asCanary(name: string, fault: Fault, edits: Edits): BrokenRelease {
  return {
    name: `canary: ${name}`,
    refusedBy: 'the canary',
    reason: /failed for|fell silent/,
    edits: { ...room, ...edits },
    fault,
  }
}
