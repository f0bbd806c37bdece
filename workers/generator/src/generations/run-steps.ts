import { formatOf } from '@encre/picture/formats'
import { type ImageFormat, readImageFormat } from '@encre/worker/clean-image'
import type { GenerationRequest } from '../contract.ts'
import { hasClearPaper, readMask } from '../images/retouch-image.ts'
import { takeCall } from '../limits/limits.ts'
import { type ParentWithImage, readParent } from '../parents.ts'
import { callProvider, fetchImage } from '../providers/call-provider.ts'
import {
  listModels,
  type OfferedModel,
  recordMissingCapability,
} from '../providers/models-store.ts'
import {
  type DownloadAnswer,
  fitPrompt,
  type ImageRequest,
  type ProviderAnswer,
  suggestsGptImage,
} from '../providers/provider.ts'
import { readReference } from '../references/references-store.ts'
import { settingsOf } from '../settings.ts'
import { offerDesign } from './offer-design.ts'
import { buildPrompt } from './prompt.ts'
import {
  addRefusedModel,
  countBusyAnswer,
  countTry,
  findAddress,
  findBusyAnswers,
  findMask,
  findResult,
  findRetouched,
  listRefusedModels,
  saveAddress,
  saveMask,
  saveResult,
  saveRetouched,
} from './run-storage.ts'
import type { EventOf, Run, RunState } from './run-table.ts'
import { endAttempt, logStep, millisecondsSince, recordDetails } from './stored-generation.ts'

// What a run does in each state of `run-table.ts`, and how long it waits for a provider. Called by
// the alarm of `generation-run.ts`; the last step, saving, is `offer-design.ts`.

/**
 * A busy provider is waited for as long as this, from its first such answer: with pauses that double
 * up to `maxBackoffSeconds`, are in part random, and are never shorter than it asks. Then the
 * generation ends as 'busy-too-long', which costs nobody anything (`run-table.ts`).
 */
const maxBusyMs = 10 * 60 * 1000
const maxBackoffSeconds = 60
/**
 * Calls of one generation without those that a busy provider refused: enough to learn all
 * parameters that a server refuses, one by one.
 */
export const maxCalls = 10
/** Providers keep an image at its address for an hour, and may name the address before it is there. */
export const downloadTimeoutMs = 55 * 60 * 1000
export const missingTimeoutMs = 60_000
const maxDownloadWaitSeconds = 60
/** The page says after this time that the image does not arrive. */
export const slowDownloadMs = 30_000

/**
 * What a run does in each state. Every step ends with an event; only a bug or an unreachable
 * database throws.
 */
export const steps: { [State in RunState]: (run: Run) => Promise<EventOf<State>> } = {
  preparing: prepare,
  queued: chooseModel,
  calling: callModel,
  resumed: resumeCall,
  downloading: download,
  storing: offerDesign,
}

/**
 * Once for all models, and before a call is recorded: a bucket or gallery that does not answer then
 * leaves no call with an unknown outcome.
 */
async function prepare(run: Run): Promise<EventOf<'preparing'>> {
  const { env, generation } = run
  const { memberId, ownerKey, request } = generation
  if (request.referenceId) {
    const reference = await readReference(env, ownerKey, request.referenceId)
    if (!reference) return { name: 'reference-missing', outcome: 'reference missing' }
    return { name: 'prepared', outcome: 'uploaded reference', reference }
  }
  if (!request.parentAsReference)
    return { name: 'prepared', outcome: 'no reference', reference: null }
  const parent = request.parentId ? await readParent(env, memberId, request.parentId) : null
  if (!parent || (request.retouch && !(await keepRetouched(run, parent))))
    return { name: 'parent-missing', outcome: 'parent missing' }
  return { name: 'prepared', outcome: 'parent', reference: parent.image }
}

/** False without the mask that the member uploaded for this design. */
async function keepRetouched(
  { env, storage, generation }: Run,
  { design, image }: ParentWithImage,
): Promise<boolean> {
  const { ownerKey, request } = generation
  const bytes = new Uint8Array(await image.arrayBuffer())
  saveRetouched(storage, {
    subject: design.subject,
    origin: design.origin,
    isClear: hasClearPaper(bytes),
    bytes,
  })
  if (!request.maskId) return true
  const file = await readReference(env, ownerKey, request.maskId)
  const mask = file && new Uint8Array(await file.arrayBuffer())
  const format = readImageFormat(bytes)
  if (!mask || !format || typeof readMask(mask, format) === 'string') return false
  saveMask(storage, { bytes: mask })
  return true
}

async function chooseModel({ env, storage, generation }: Run): Promise<EventOf<'queued'>> {
  const { ownerKey, request } = generation
  const models = sortModels(request, await listModels(env))
  if (models.length === 0)
    return { name: 'references-unsupported', outcome: 'references unsupported' }
  const refusedModels = listRefusedModels(storage)
  const calls = generation.attempt - findBusyAnswers(storage).answers
  const model = calls < maxCalls && models.find(({ name }) => !refusedModels.includes(name))
  if (!model) return { name: 'no-model-left', outcome: 'no-model' }
  // The calls after a refusal, and after a wait for a busy provider, are part of the same attempt
  // of the member.
  if (generation.attempt === 0 && !(await takeCall(env.DB, ownerKey, settingsOf(env).limits))) {
    return { name: 'attempts-exhausted', outcome: 'attempts exhausted' }
  }
  const { name, missing } = model
  const isClear = request.transparent === true || findRetouched(storage)?.isClear === true
  const transparent = isClear && !missing.includes('background')
  return { name: 'model-chosen', outcome: name, attempt: { model: name, missing, transparent } }
}

/**
 * Only models that take the reference; first those that take background and size, and whose name
 * suggests what is asked for.
 */
function sortModels(
  { referenceId, parentAsReference, transparent, format }: GenerationRequest,
  models: OfferedModel[],
): OfferedModel[] {
  const isEdit = Boolean(referenceId || parentAsReference)
  const isFormatted = formatOf(format) !== formatOf(undefined)
  const rank = ({ name, missing }: OfferedModel) =>
    4 * Number(transparent === true && !missing.includes('background')) +
    2 * Number(isFormatted && !missing.includes('size')) +
    Number((isEdit || transparent || isFormatted) && suggestsGptImage(name))
  const able = isEdit ? models.filter(({ missing }) => !missing.includes('edits')) : models
  return able.toSorted((one, other) => rank(other) - rank(one))
}

async function callModel(run: Run): Promise<EventOf<'calling'>> {
  const { env, storage, signal, generation, reference, attempt, onPartial } = run
  if (!attempt) throw new Error('no model was chosen for the call')
  const { model, transparent } = attempt
  const retouched = findRetouched(storage)
  const mask = findMask(storage)
  const request: Omit<ImageRequest, 'prompt'> = {
    ...attempt,
    reference,
    ownerKey: generation.ownerKey,
    size: sizeOf(
      (retouched && readImageFormat(retouched.bytes)) ?? formatOf(generation.request.format),
    ),
    mask: mask && new File([mask.bytes], 'mask.png', { type: 'image/png' }),
    isRetouch: retouched !== null,
  }
  const prompt = fitPrompt(
    buildPrompt(generation.request, transparent, retouched?.subject),
    request,
  )
  const startedAt = Date.now()
  const answer = await callProvider(
    settingsOf(env).provider,
    { ...request, prompt },
    { signal, onPartial },
  )
  const outcome = outcomeOf(answer)
  if (answer.kind === 'image' || answer.kind === 'address')
    await keepAnswer(run, answer, { model, prompt, outcome })
  logStep(generation, 'answer', { ms: Date.now() - startedAt, outcome })
  switch (answer.kind) {
    case 'model-missing':
    case 'model-refused':
    case 'key-refused':
      addRefusedModel(storage, model)
      if (answer.kind === 'model-missing') await recordMissingCapability(env, model, 'model')
      return { name: answer.kind, outcome }
    case 'parameters-refused':
      for (const capability of answer.missing) await recordMissingCapability(env, model, capability)
      return { name: 'parameters-refused', outcome }
    case 'busy':
      return readBusy(storage, answer, outcome)
    case 'refused':
      return { name: 'refused', outcome, problem: answer.problem, billedTo: answer.billedTo }
    default:
      return { name: answer.kind, outcome }
  }
}

/** Keeps an image, or the address of one, and what the provider said with it. */
async function keepAnswer(
  { env, storage, generation }: Run,
  answer: Extract<ProviderAnswer, { kind: 'image' | 'address' }>,
  { model, prompt, outcome }: { model: string; prompt: string; outcome: string },
): Promise<void> {
  // Stored first: after a crash the run continues from here, without another call.
  if (answer.kind === 'image') saveImage(storage, answer, { model, prompt })
  if (answer.kind === 'address') {
    saveAddress(storage, { url: answer.url, model, prompt, at: Date.now() })
    await endAttempt(env.DB, generation.id, outcome)
  }
  const { revisedPrompt = null, tokens = null } = answer
  if (revisedPrompt !== null || tokens !== null)
    await recordDetails(env.DB, generation.id, { revisedPrompt, tokens })
}

/**
 * A size that models take: sides divisible by 16, at most 3840 and 1:3. Else the specification's.
 */
function sizeOf({ width, height }: Pick<ImageFormat, 'width' | 'height'>): string {
  const isUsual =
    width % 16 === 0 && height % 16 === 0 && Math.max(width, height) <= 3 * Math.min(width, height)
  const sides = isUsual && Math.max(width, height) <= 3840 ? { width, height } : formatOf(undefined)
  return `${sides.width}x${sides.height}`
}

function readBusy(
  storage: SyncKvStorage,
  answer: Extract<ProviderAnswer, { kind: 'busy' }>,
  outcome: string,
): EventOf<'calling'> {
  const { answers, since } = countBusyAnswer(storage)
  const secondsLeft = (since + maxBusyMs - Date.now()) / 1000
  const askedSeconds = answer.retryAfterSeconds ?? 0
  if (askedSeconds >= secondsLeft)
    return { name: 'busy-too-long', outcome, problem: answer.problem }
  const backoffSeconds = Math.min(2 ** answers, maxBackoffSeconds)
  // Random, so that generations that were refused together do not call together again.
  const waitSeconds = Math.max(askedSeconds, backoffSeconds / 2) + Math.random() * backoffSeconds
  return { name: 'busy', outcome, waitSeconds: Math.min(waitSeconds, secondsLeft) }
}

/**
 * An earlier run recorded a call. Without a stored answer it may have been billed, so it is never
 * repeated.
 */
async function resumeCall({ storage }: Run): Promise<EventOf<'resumed'>> {
  if (findResult(storage)) return { name: 'image', outcome: 'image' }
  if (findAddress(storage)) return { name: 'address', outcome: 'address' }
  return { name: 'unknown', outcome: 'unknown' }
}

async function download({
  env,
  storage,
  signal,
  generation,
}: Run): Promise<EventOf<'downloading'>> {
  const address = findAddress(storage)
  if (!address) throw new Error('no address was saved')
  const { url, model, prompt, at = 0 } = address
  const startedAt = Date.now()
  const answer = await fetchImage(settingsOf(env).provider, url, signal)
  const outcome = outcomeOf(answer)
  logStep(generation, 'download', { ms: Date.now() - startedAt, outcome })
  if (answer.kind === 'refused')
    return { name: 'refused', outcome, problem: answer.problem, billedTo: answer.billedTo }
  if (answer.kind === 'image') {
    saveImage(storage, answer, { model, prompt })
    return { name: 'image', outcome }
  }
  if (answer.isMissing && Date.now() - at >= missingTimeoutMs)
    return { name: 'refused', outcome, problem: 'invalid-image', billedTo: 'site' }
  if (millisecondsSince(generation.updatedAt) >= downloadTimeoutMs)
    return { name: 'unreachable-too-long', outcome }
  const waitSeconds = Math.min(2 ** (countTry(storage, 'fetches') - 1), maxDownloadWaitSeconds)
  const isSlow = !generation.problem && millisecondsSince(generation.updatedAt) >= slowDownloadMs
  return { name: isSlow ? 'unreachable-for-long' : 'unreachable', outcome, waitSeconds }
}

function saveImage(
  storage: SyncKvStorage,
  { bytes, format }: Extract<ProviderAnswer, { kind: 'image' }>,
  call: { model: string; prompt: string },
): void {
  saveResult(storage, { ...call, bytes, type: format.type, isClean: false })
}

function outcomeOf(answer: ProviderAnswer | DownloadAnswer): string {
  if ('reason' in answer) return `${answer.kind}: ${answer.reason}`
  if (answer.kind === 'parameters-refused') return `${answer.kind}: ${answer.missing.join(', ')}`
  return answer.kind
}
