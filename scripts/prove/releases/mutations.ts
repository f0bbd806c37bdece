/** Edits of the tree: file -> its new text. A file that does not exist has the text ''. */
export type Edits = Record<string, (text: string) => string>

export interface TriedRelease {
  name: string
  remote: string
  edits: Edits
  /** Words of the refusal, or null for a release that must pass. */
  refusal: RegExp | null
  /** What its team adds to `npm run release <remote> --`. */
  options: string[]
}

const remotes = ['gallery', 'account']
const request = 'shared/remote-kit/src/request.ts'

/**
 * One fault of each kind, in any remote. `statement` runs in the module, in a rendering or in an
 * effect of a component around the remote.
 */
const faults: { name: string; refusal: RegExp; edit: (remote: string) => Edits }[] = [
  fault('throws in an effect', /is broken/, effect("throw new Error('this release is broken')")),
  fault(
    'never resolves',
    /nothing of it was shown|did not respond/,
    rendering('throw new Promise(() => {})'),
  ),
  fault('leaves a timer', /setInterval of 5 ms still waits/, effect('setInterval(() => {}, 5)')),
  fault(
    'leaves a loop of frames',
    /requestAnimationFrame still waits/,
    effect('const next = () => requestAnimationFrame(next); next()'),
  ),
  fault(
    'leaves a listener',
    /listener for paste/,
    effect("document.addEventListener('paste', () => {})"),
  ),
  fault(
    'replaces a built-in',
    /replaced the built-in Number\.prototype\.toLocaleString/,
    once("Number.prototype.toLocaleString = () => '0'"),
  ),
  fault('writes foreign storage', /deleted what was stored/, effect('sessionStorage.clear()')),
  fault(
    'steals the focus',
    /takes the focus from the header/,
    effect(
      "const timer = setInterval(() => document.querySelector<HTMLElement>('main')?.focus(), 50); return () => clearInterval(timer)",
    ),
  ),
  fault(
    'covers the page while it is mounted',
    /under something else/,
    effect(
      "const cover = document.body.appendChild(document.createElement('div')); cover.style.cssText = 'position:fixed;inset:0;z-index:9'; return () => cover.remove()",
    ),
  ),
  fault(
    'adopts a style sheet',
    /adopted style sheet/,
    effect(
      "const sheet = new CSSStyleSheet(); sheet.replaceSync('h1 { color: red }'); document.adoptedStyleSheets.push(sheet)",
    ),
  ),
  fault(
    'blocks the wheel',
    /cancels wheel/,
    effect("addEventListener('wheel', (event) => event.preventDefault(), { passive: false })"),
  ),
  fault(
    'sends every write twice',
    /it sends (\d+) times, the live version (?!\1)/,
    sends(
      'if (method !== "GET") fetch(url, { method, headers: commonHeaders(token), body: body === undefined ? null : JSON.stringify(body) })',
    ),
  ),
  fault(
    'sends another method',
    /it sends \d+ times, the live version 0 times: PUT /,
    sends('if (method === "PATCH" || method === "POST") method = "PUT"'),
  ),
  fault(
    'sends another body',
    /it sends \d+ times, the live version 0 times/,
    sends('if (body) body = { ...body, extra: true }'),
  ),
  fault(
    'computes for two seconds',
    /processor time/,
    rendering('const until = performance.now() + 2000; while (performance.now() < until);'),
  ),
  fault(
    'shifts the layout',
    /layout shift/,
    effect(
      "const main = document.querySelector<HTMLElement>('main > *'); const timer = setTimeout(() => { if (main) main.style.paddingBlockStart = '400px' }, 300); return () => clearTimeout(timer)",
    ),
  ),
  fault(
    'throws at a second press',
    /is broken/,
    effect(
      "const pressed = new Set<EventTarget>(); const press = ({ target }: Event) => { if (!target) return; if (pressed.has(target)) throw new Error('this release is broken'); pressed.add(target) }; const main = document.querySelector('main > *'); main?.addEventListener('click', press); return () => main?.removeEventListener('click', press)",
    ),
  ),
  fault('sets a cookie', /cookie seen/, effect("document.cookie = 'seen=yes; path=/'")),
  fault(
    'adds to the history',
    /the history has/,
    effect('history.pushState(history.state, "", location.href)'),
  ),
  fault(
    'throws in the dark',
    /dark, by touch.*is broken/,
    rendering(brokenIf("matchMedia('(prefers-color-scheme: dark)').matches")),
  ),
  fault(
    'throws on touch',
    /by touch.*is broken/,
    rendering(brokenIf('navigator.maxTouchPoints > 0')),
  ),
  fault(
    'throws in another zone',
    /New York.*is broken/,
    rendering(brokenIf("Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Europe/Paris'")),
  ),
  fault(
    'throws between 501 and 1199 pixels',
    /768 pixels.*is broken/,
    rendering(brokenIf('innerWidth > 500 && innerWidth < 1200')),
  ),
]

export const brokenReleases: TriedRelease[] = faults.flatMap(({ name, refusal, edit }) =>
  remotes.map((remote) => ({ name, remote, edits: edit(remote), refusal, options: [] })),
)

const account = 'remotes/account'

/** Releases that add something, as teams do. They pass while the machine is busy, too. */
export const honestReleases: TriedRelease[] = [
  honest('loads another chunk', 'gallery', {
    'remotes/gallery/src/advice.ts': () =>
      `export const advice = '${'Relisez votre idée. '.repeat(40)}'\n`,
    ...around(
      'gallery',
      '',
      "useEffect(() => void import('./advice.ts').then(({ advice }) => advice.at(0)), [])",
    ),
  }),
  honest('has another page', 'account', {
    [`${account}/routes.ts`]: replace(
      'defineRoutes([',
      "defineRoutes([\n  { path: '/aide', access: 'public', lang: 'fr', title: 'Aide' },",
    ),
    [`${account}/src/remote.tsx`]: replace(
      'const pages: Pages<typeof routes> = {',
      "const pages: Pages<typeof routes> = {\n  '/aide': () => <h1 className={page.lead}>Aide</h1>,",
    ),
    [`${account}/skeletons.tsx`]: replace(
      'skeletons = {',
      "skeletons = {\n  '/aide': <h1>Aide</h1>,",
    ),
  }),
  honest('shows a picture', 'account', {
    [`${account}/src/star.svg`]: () =>
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
    ...around(
      'account',
      "import star from './star.svg?url'",
      '',
      '<img src={star} alt="Une étoile" width="24" height="24" />',
    ),
  }),
  honest('speaks another language', 'account', {
    ...around(
      'account',
      "const greetings: Record<string, string> = { fr: 'Bonjour', en: 'Welcome', de: 'Willkommen' }",
      '',
      '<p>{greetings[navigator.language.slice(0, 2)]}</p>',
    ),
  }),
  honest('stores something of its own', 'gallery', {
    ...around(
      'gallery',
      '',
      "useEffect(() => localStorage.setItem('encre.gallery.seen', new Date().toISOString()), [])",
    ),
  }),
  honest('loads its page late', 'account', {
    ...around(
      'account',
      "import { lazy, Suspense } from 'react'\nconst Late = lazy(() => import('./whole-remote.tsx').then(({ Remote }) => ({ default: Remote })))",
      'if (Late) return <Suspense fallback={<h1 style={{ minBlockSize: "100vh" }}>Encre</h1>}><Late shell={shell} /></Suspense>',
    ),
  }),
  honest('has a web component', 'account', {
    'remotes/account/src/dial.ts': () =>
      "class Dial extends HTMLElement { connectedCallback() { this.textContent = 'Aiguille' } }\ncustomElements.define('account-dial', Dial)\nexport {}\n",
    ...around(
      'account',
      "import { createElement } from 'react'",
      "useEffect(() => void import('./dial.ts'), [])",
      "{createElement('account-dial')}",
    ),
  }),
  honest('has another button', 'account', {
    ...around(
      'account',
      '',
      'const [count, setCount] = useState(0)',
      '<button type="button" onClick={() => setCount(count + 1)}>Compter : {count}</button>',
    ),
  }),
  honest('notifies and opens another page', 'account', {
    ...around(
      'account',
      '',
      '',
      '<button type="button" onClick={() => shell.notify("Votre design est là", "/gallery")}>Prévenir</button><button type="button" onClick={() => shell.navigate("/gallery")}>Voir mes designs</button>',
    ),
  }),
  honest('has tabs', 'gallery', {
    ...around(
      'gallery',
      '',
      'const [tab, setTab] = useState(0)',
      '<div role="tablist">{[0, 1].map((one) => <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>Onglet {one}</button>)}</div><p role="tabpanel">{tab}</p>',
    ),
  }),
  honest(
    'sends another request',
    'account',
    around(
      'account',
      '',
      "useEffect(() => { if (shell.member) fetch('/api/account/me').catch(() => {}) }, [shell.member])",
    ),
    ['--changes-requests', 'it reads the name again'],
  ),
  honest('renames a heading', 'gallery', {
    'remotes/gallery/src/messages.ts': replace("'Mes Designs'", "'Mes tatouages'"),
  }),
  // « Surprenez-moi » draws a style by lot.
  honest('renames a page that draws by lot', 'generator', {
    'remotes/generator/src/messages.ts': replace(
      "'Créez votre design de tatouage'",
      "'Dessinez votre tatouage'",
    ),
  }),
  honest(
    'ticks and listens while it is mounted',
    'gallery',
    around(
      'gallery',
      '',
      "useEffect(() => { const tick = () => {}; const timer = setInterval(tick, 1000); addEventListener('resize', tick); document.addEventListener('keydown', tick); return () => { clearInterval(timer); removeEventListener('resize', tick); document.removeEventListener('keydown', tick) } }, [])",
    ),
  ),
  honest(
    'brings a polyfill',
    'account',
    around(
      'account',
      'Object.assign(Array.prototype, { at: function (this: unknown[], index: number) { return this.slice(index)[0] } })',
      '',
    ),
    ['--polyfill', 'Array.prototype.at: browsers of 2021 lack it'],
  ),
]

function fault(name: string, refusal: RegExp, edit: (remote: string) => Edits) {
  return { name, refusal, edit }
}

function honest(name: string, remote: string, edits: Edits, options: string[] = []): TriedRelease {
  return { name, remote, edits, refusal: null, options }
}

function once(statement: string): (remote: string) => Edits {
  return (remote) => around(remote, statement, '')
}

function rendering(statement: string): (remote: string) => Edits {
  return (remote) => around(remote, '', `if (shell) { ${statement} }`)
}

function effect(statement: string): (remote: string) => Edits {
  return (remote) => around(remote, '', `useEffect(() => { ${statement} }, [])`)
}

function brokenIf(condition: string): string {
  return `if (${condition}) throw new Error('this release is broken')`
}

/** Every remote has its own copy of the function that sends its requests. */
function sends(statement: string): () => Edits {
  const start = '  const prefetched = await'
  return () => ({ [request]: replace(start, `  ${statement}\n${start}`) })
}

/** Puts a component around the remote: statements of its module, of a rendering, and elements. */
function around(remote: string, module: string, render: string, elements = ''): Edits {
  const entry = `remotes/${remote}/src/remote.tsx`
  let original = ''
  return {
    [entry]: (text) => {
      original = text
      return `import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useState } from 'react'
import { Remote as Whole } from './whole-remote.tsx'
${module}
export function Remote({ shell }: { shell: ShellApi }) {
  useState(0)
  useEffect(() => {})
  ${render}
  return <><Whole shell={shell} />${elements}</>
}
`
    },
    [entry.replace('remote.tsx', 'whole-remote.tsx')]: () => original,
  }
}

function replace(text: string, by: string): (source: string) => string {
  return (source) => source.replace(text, () => by)
}
