import type { Operation } from '@encre/protocol/operation'
import type { SharedProblem } from '@encre/protocol/problem'
import { VitalsReport } from '@encre/releases/insight'
import { ErrorReport, HealthReport } from '@encre/releases/registry'
import * as z from 'zod/mini'

// The registry's operations without a token. The access matrix, the fuzzer and
// `/api/releases/openapi.json` read them.

export { ErrorReport, HealthReport, VitalsReport }

type PublicOperation = Operation<SharedProblem>

export const describeOperations = {
  method: 'GET',
  path: '/api/releases/openapi.json',
  summary: 'Describes the public operations',
  access: 'public',
  answers: { 200: z.looseObject({}) },
} as const satisfies PublicOperation

export const readComposition = {
  method: 'GET',
  path: '/api/releases/compositions/current',
  summary: 'Reads the page manifest that this visitor would get now',
  access: 'public',
  answers: { 200: z.looseObject({}), 304: null },
} as const satisfies PublicOperation

export const listComposition = {
  method: 'GET',
  path: '/api/releases/compositions/:id',
  summary: 'Lists the versions of the pages with this composition id',
  access: 'public',
  answers: { 200: z.looseObject({}) },
  problems: { 404: ['not-found'] },
} as const satisfies PublicOperation

export const readReleasedContract = {
  method: 'GET',
  path: '/api/releases/:remote/contract',
  summary: "Reads the contract with which a remote's live release was built",
  access: 'public',
  answers: { 200: z.looseObject({}) },
  problems: { 404: ['not-found'] },
} as const satisfies PublicOperation

export const reportHealth = {
  method: 'POST',
  path: '/api/releases/outcomes',
  summary: 'Takes a health report of a page',
  access: 'public',
  body: HealthReport,
  answers: { 204: null },
  problems: { 403: ['permission-denied'] },
  repeats: 'never',
} as const satisfies PublicOperation

export const reportError = {
  method: 'POST',
  path: '/api/releases/errors',
  summary: 'Takes an error of a page',
  access: 'public',
  body: ErrorReport,
  answers: { 204: null },
  repeats: 'never',
} as const satisfies PublicOperation

export const reportVitals = {
  method: 'POST',
  path: '/api/releases/vitals',
  summary: 'Takes what a page measured',
  access: 'public',
  body: VitalsReport,
  answers: { 204: null },
  problems: { 403: ['permission-denied'] },
  repeats: 'never',
} as const satisfies PublicOperation

export const reportViolations = {
  method: 'POST',
  path: '/api/releases/violations',
  summary: "Takes reports of a content security policy, in either of the browsers' forms",
  access: 'public',
  body: 'application/reports+json',
  answers: { 204: null },
  repeats: 'never',
} as const satisfies PublicOperation

export const askForPreview = {
  method: 'GET',
  path: '/api/releases/previews/:token',
  summary: 'Asks before the preview of a version',
  access: 'public',
  answers: { 200: 'text/html', 410: 'text/html' },
} as const satisfies PublicOperation

export const openPreview = {
  method: 'POST',
  path: '/api/releases/previews/:token',
  summary: 'Opens the preview of a version; asks again when another site sends it',
  access: 'public',
  answers: { 200: 'text/html', 303: null, 410: 'text/html' },
  repeats: 'same',
} as const satisfies PublicOperation

export const endPreview = {
  method: 'POST',
  path: '/api/releases/previews/end',
  summary: 'Ends a preview',
  access: 'public',
  answers: { 303: null },
  repeats: 'same',
} as const satisfies PublicOperation
