import { commonOperations, metricsOperation, type Operations } from '@encre/worker/operations'
import * as contract from './contract.ts'

/** Every operation of this worker. The access matrix, the fuzzer and `/openapi.json` read it. */
export const operations: Operations = {
  ...commonOperations,
  ...metricsOperation,
  'POST /generations': {
    summary: 'Starts a generation',
    repeats: 'by-key',
    body: contract.GenerationRequest,
    headers: ['Idempotency-Key'],
    answers: { 200: contract.Generation, 202: contract.Generation },
    refusals: [400, 403, 404, 409, 422, 429],
  },
  'GET /generations': {
    summary: 'Lists recent generations',
    answers: { 200: contract.GenerationList },
  },
  'GET /generations/:id': {
    summary: 'Reads a generation',
    answers: { 200: contract.Generation },
    refusals: [404],
  },
  'GET /generations/:id/events': {
    summary: 'Follows a generation',
    answers: { 200: 'text/event-stream' },
    refusals: [404],
  },
  'DELETE /generations/:id': {
    summary: 'Cancels a generation',
    repeats: 'same',
    answers: { 200: contract.Generation },
    refusals: [404],
  },
  'DELETE /generations/by-key/:key': {
    summary: 'Cancels a generation by its idempotency key',
    repeats: 'same',
    answers: { 200: contract.Generation, 204: null },
    refusals: [400, 403, 429],
  },
  'GET /failed-generations': {
    summary: 'Lists the failed and interrupted generations',
    query: contract.FailedGenerationsQuery,
    answers: { 200: contract.FailedGenerationPage },
    refusals: [400],
  },
  'GET /parents/:id': {
    summary: 'Reads a design to vary',
    answers: { 200: contract.Parent },
    refusals: [404],
  },
  'POST /parents/:id/masks': {
    summary: 'Uploads the part of a design to change',
    repeats: 'by-key',
    query: contract.UploadQuery,
    body: 'image/*',
    answers: { 201: contract.Reference },
    refusals: [400, 403, 404, 413, 422, 429],
  },
  'POST /references': {
    summary: 'Uploads a reference',
    repeats: 'by-key',
    query: contract.UploadQuery,
    body: 'image/*',
    answers: { 201: contract.Reference },
    refusals: [400, 403, 404, 413, 422, 429],
  },
  'GET /options': {
    summary: 'Reads what the provider offers',
    answers: { 200: contract.GeneratorOptions },
  },
}
