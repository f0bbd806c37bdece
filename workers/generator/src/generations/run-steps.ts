import { formatOf } from '@encre/protocol/formats'
import { type ImageFormat, readImageFormat } from '@encre/worker/clean-image'
import type { Bindings } from '../bindings.ts'
import type { GenerationRequest } from '../contract.ts'
import { hasClearPaper, readMask } from '../images/retouch-image.ts'
import { quotaLimits, takeCall } from '../limits/limits.ts'
import { findParent, readParentImage } from '../parents.ts'
import { callProvider, fetchImage } from '../providers/call-provider.ts'
import { deleteMissingCapability, listModels, type OfferedModel, recordMissingCapability } from '../providers/models-store.ts'
import { type DownloadAnswer, fitPrompt, type ImageRequest, type ProviderAnswer, suggestsGptImage } from '../providers/provider.ts'
import { readReference } from '../references/references-store.ts'
import { buildPrompt } from './prompt.ts'
import {
  countTry,
  findAddress,
  findMask,
  findResult,
  findRetouched,
  saveAddress,
  saveMask,
  saveResult,
  saveRetouched,
} from './run-storage.ts'
import type { Run, RunEvent, RunState } from './run-table.ts'
import { saveDesign } from './save-design.ts'
import { endAttempt, logStep, millisecondsSince, recordDetails, type StoredGeneration } from './stored-generation.ts'

export const maxBusyAnswers = 3
const maxBusyWaitSeconds = 60
/** Calls of one generation: enough to learn all parameters that a server refuses, one by one. */
export const maxCalls = 10
/** Providers keep an image at its address for an hour. */
export const downloadTimeoutMs = 55 * 60 * 1000
const maxDownloadWaitSeconds = 60
/** The page says after this time that the image does not arrive. */
export const slowDownloadMs = 30_000

/** What a run does in each state. Every step ends with an event; only a bug or an unreachable database throws. */
export const steps: Record<RunState, (run: Run) => Promise<RunEvent>> = {
  queued: chooseModel,
  calling: callModel,
  resumed: resumeCall,
  downloading: download,
  storing: saveDesign,
}

async function chooseModel({ env, storage, generation, refusedModels, isRefused }: Run): Promise<RunEvent> {
  const { memberId, ownerKey, request } = generation
  // Read before the call is recorded: a bucket or gallery that does not answer then leaves no call with an unknown outcome.
  const uploaded = request.referenceId ? await readReference(env, ownerKey, request.referenceId) : null
  if (request.referenceId && !uploaded) return { name: 'reference-missing', outcome: 'reference missing' }
  const parent = request.parentId && request.parentAsReference ? await readParentImage(env, memberId, request.parentId) : null
  if (request.parentAsReference && !parent) return { name: 'parent-missing', outcome: 'parent missing' }
  if (request.retouch && !(await keepRetouched(env, storage, generation, parent)))
    return { name: 'parent-missing', outcome: 'parent missing' }
  const reference = uploaded ?? parent
  const models = sortModels(request, await listModels(env))
  if (models.length === 0) return { name: 'references-unsupported', outcome: 'references unsupported' }
  const model = generation.attempt < maxCalls && models.find(({ name }) => !refusedModels.has(name))
  if (!model) return { name: 'no-model-left', outcome: 'no-model' }
  // The calls after a refusal are part of the same attempt of the member: refusals are free.
  if (!isRefused && !(await takeCall(env.DB, ownerKey, quotaLimits(env)))) {
    return { name: 'attempts-exhausted', outcome: 'attempts exhausted' }
  }
  const { name, missing } = model
  const isClear = request.transparent === true || findRetouched(storage)?.isClear === true
  const transparent = isClear && !missing.includes('background')
  return { name: 'model-chosen', outcome: name, attempt: { model: name, missing, transparent, reference } }
}

async function keepRetouched(env: Bindings, storage: SyncKvStorage, generation: StoredGeneration, image: File | null): Promise<boolean> {
  const { memberId, ownerKey, request } = generation
  const design = request.parentId ? await findParent(env, memberId, request.parentId) : null
  if (!design || !image) return false
  const bytes = new Uint8Array(await image.arrayBuffer())
  saveRetouched(storage, { subject: design.subject, origin: design.origin, isClear: hasClearPaper(bytes), bytes })
  if (!request.maskId) return true
  const file = await readReference(env, ownerKey, request.maskId)
  const mask = file && new Uint8Array(await file.arrayBuffer())
  const format = readImageFormat(bytes)
  if (!mask || !format || typeof readMask(mask, format) === 'string') return false
  saveMask(storage, { bytes: mask })
  return true
}

/** Only models that take the reference; first those that take background and size, and whose name suggests what is asked for. */
function sortModels({ referenceId, parentAsReference, transparent, format }: GenerationRequest, models: OfferedModel[]): OfferedModel[] {
  const isEdit = Boolean(referenceId || parentAsReference)
  const isFormatted = formatOf(format) !== formatOf(undefined)
  const rank = ({ name, missing }: OfferedModel) =>
    4 * Number(transparent === true && !missing.includes('background')) +
    2 * Number(isFormatted && !missing.includes('size')) +
    Number((isEdit || transparent || isFormatted) && suggestsGptImage(name))
  const able = isEdit ? models.filter(({ missing }) => !missing.includes('edits')) : models
  return able.toSorted((one, other) => rank(other) - rank(one))
}

async function callModel(run: Run): Promise<RunEvent> {
  const { env, storage, signal, generation, attempt, onPartial } = run
  if (!attempt) throw new Error('no model was chosen for the call')
  const { model, missing, transparent } = attempt
  const retouched = findRetouched(storage)
  const mask = findMask(storage)
  const request: Omit<ImageRequest, 'prompt'> = {
    ...attempt,
    ownerKey: generation.ownerKey,
    size: sizeOf((retouched && readImageFormat(retouched.bytes)) ?? formatOf(generation.request.format)),
    mask: mask && new File([mask.bytes], 'mask.png', { type: 'image/png' }),
    isRetouch: retouched !== null,
  }
  const prompt = fitPrompt(buildPrompt(generation.request, transparent, retouched?.subject), request)
  const startedAt = Date.now()
  const answer = await callProvider(env, { ...request, prompt }, { signal, onPartial })
  const outcome = outcomeOf(answer)
  // Stored first: after a crash the run continues from here, without another call.
  if (answer.kind === 'image') saveImage(storage, answer, { model, prompt })
  if (answer.kind === 'address') {
    saveAddress(storage, { url: answer.url, model, prompt })
    await endAttempt(env.DB, generation.id, outcome)
  }
  if (answer.kind === 'image' || answer.kind === 'address') {
    const { revisedPrompt = null, tokens = null } = answer
    if (revisedPrompt !== null || tokens !== null) await recordDetails(env.DB, generation.id, { revisedPrompt, tokens })
    if (missing.includes('images')) await deleteMissingCapability(env, model, 'images')
  }
  logStep(generation, 'answer', { ms: Date.now() - startedAt, outcome })
  switch (answer.kind) {
    case 'model-missing':
    case 'model-refused':
      run.isRefused = true
      run.refusedModels.add(model)
      await recordMissingCapability(env, model, answer.kind === 'model-missing' ? 'model' : 'images')
      return { name: answer.kind, outcome }
    case 'parameters-refused':
      run.isRefused = true
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

/** A size that models take: sides divisible by 16, at most 3840 and 1:3. Else the specification's. */
function sizeOf({ width, height }: Pick<ImageFormat, 'width' | 'height'>): string {
  const isUsual = width % 16 === 0 && height % 16 === 0 && Math.max(width, height) <= 3 * Math.min(width, height)
  const sides = isUsual && Math.max(width, height) <= 3840 ? { width, height } : formatOf(undefined)
  return `${sides.width}x${sides.height}`
}

function readBusy(storage: SyncKvStorage, answer: Extract<ProviderAnswer, { kind: 'busy' }>, outcome: string): RunEvent {
  const answers = countTry(storage, 'waits')
  const waitSeconds = answer.retryAfterSeconds ?? 2 ** (answers - 1)
  if (answers > maxBusyAnswers || waitSeconds > maxBusyWaitSeconds) return { name: 'busy-too-long', outcome, problem: answer.problem }
  return { name: 'busy', outcome, waitSeconds }
}

/** An earlier run recorded a call. Without a stored answer it may have been billed, so it is never repeated. */
async function resumeCall({ storage }: Run): Promise<RunEvent> {
  if (findResult(storage)) return { name: 'image', outcome: 'image' }
  if (findAddress(storage)) return { name: 'address', outcome: 'address' }
  return { name: 'unknown', outcome: 'unknown' }
}

async function download({ env, storage, signal, generation }: Run): Promise<RunEvent> {
  const address = findAddress(storage)
  if (!address) throw new Error('no address was saved')
  const { url, model, prompt } = address
  const startedAt = Date.now()
  const answer = await fetchImage(env, url, signal)
  const outcome = outcomeOf(answer)
  logStep(generation, 'download', { ms: Date.now() - startedAt, outcome })
  if (answer.kind === 'refused') return { name: 'refused', outcome, problem: answer.problem, billedTo: answer.billedTo }
  if (answer.kind === 'image') {
    saveImage(storage, answer, { model, prompt })
    return { name: 'image', outcome }
  }
  if (millisecondsSince(generation.updatedAt) >= downloadTimeoutMs) return { name: 'unreachable-too-long', outcome }
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
  if (answer.kind === 'refused' || answer.kind === 'unknown' || answer.kind === 'unreachable' || answer.kind === 'model-refused')
    return `${answer.kind}: ${answer.reason}`
  if (answer.kind === 'parameters-refused') return `${answer.kind}: ${answer.missing.join(', ')}`
  return answer.kind
}
