import { setTimeout as wait } from 'node:timers/promises'
import { findMember, signIn, withBrowser } from '@encre/releases/browser'
import type { Browser } from '@playwright/test'
import {
  Generation,
  type GenerationRequest,
  GeneratorOptions,
} from '../../../workers/generator/src/contract.ts'
import { isRunning } from '../../../workers/generator/src/running.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'

interface Visit {
  origin: string
  executablePath: string
  draws: boolean
  say: Say
}

const pages = ['/', '/dashboard', '/generator', '/gallery']

/** Throws an `ExpectedError` that names what did not work. */
export async function visitSite({ origin, executablePath, draws, say }: Visit): Promise<void> {
  const token = await withBrowser(executablePath, (browser) => openPages(browser, origin, say))
  if (draws) await drawDesign(origin, token, say)
}

/** Opens each page as the member until it has its title. Returns the token that it sends. */
async function openPages(browser: Browser, origin: string, say: Visit['say']): Promise<string> {
  const member = await findMember(origin)
  const storageState = member && (await signIn(browser, origin, member))
  if (!storageState) throw new ExpectedError(`The member cannot sign in at ${origin}`)
  const context = await browser.newContext({ locale: 'fr-FR', storageState })
  const page = await context.newPage()
  let token = ''
  page.on('request', (request) => {
    const { authorization = '' } = request.headers()
    if (request.url().startsWith(`${origin}/api/`) && authorization) token = authorization
  })
  for (const path of pages) {
    const failures: string[] = []
    const note = (response: { status(): number; url(): string }) => {
      if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`)
    }
    page.on('response', note)
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    page.off('response', note)
    if (failures.length > 0) throw new ExpectedError(`${path}: ${failures.join(', ')}`)
    say(`ok ${path}`)
  }
  if (!token) throw new ExpectedError('No page asked a worker as the member: they are signed out')
  return token
}

const mostADay = 8
const drawTimeoutMs = 240_000

export const request: GenerationRequest = {
  style: 'minimalist',
  size: 'small',
  sizeDetail: null,
  placement: 'arm',
  placementDetail: null,
  colors: [],
  description: 'Une feuille de fougère',
  referenceId: null,
}

/** Generates one design, reads its image and deletes it. */
export async function drawDesign(
  origin: string,
  authorization: string,
  say: Visit['say'],
  pollMs = 2000,
): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json', ...init.headers }
    const url = new URL(path, origin)
    const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) })
    if (response.ok) return response
    throw new ExpectedError(`${init.method ?? 'GET'} ${url.pathname} answers ${response.status}`)
  }
  const read = async (path: string, init?: RequestInit) =>
    Generation.parse(await (await ask(path, init)).json())

  const { quota } = GeneratorOptions.parse(await (await ask('/api/generator/options')).json())
  if (quota.limit - quota.left >= mostADay || quota.left === 0)
    return say(`no design: ${quota.limit - quota.left} were made today`)
  const startedAt = Date.now()
  let generation = await read('/api/generator/generations', {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(request),
  })
  while (isRunning(generation.state)) {
    if (Date.now() - startedAt > drawTimeoutMs)
      throw new ExpectedError(`The generation ${generation.id} is still ${generation.state}`)
    await wait(pollMs)
    generation = await read(`/api/generator/generations/${generation.id}`)
  }
  const { design, state, problem } = generation
  if (!design) throw new ExpectedError(`The generation ended as ${state}: ${problem}`)
  try {
    await (await ask(design.imageUrl)).arrayBuffer()
  } finally {
    await ask(`/api/gallery/designs/${design.id}`, { method: 'DELETE' })
  }
  say(`ok a design, drawn and deleted in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
