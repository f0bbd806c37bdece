import { VitalsReport } from '@encre/protocol/insight'
import { ErrorReport, HealthReport } from '@encre/protocol/registry'
import type { Operations } from '@encre/worker/operations'
import * as z from 'zod/mini'

export const publicContract = { ErrorReport, HealthReport, VitalsReport }

/**
 * The operations without a token. The access matrix, the fuzzer and `/api/releases/openapi.json`
 * read it.
 */
export const publicOperations: Operations = {
  'GET /openapi.json': {
    summary: 'Describes the public operations',
    access: 'public',
    answers: { 200: z.looseObject({}) },
  },
  'GET /compositions/current': {
    summary: 'Reads the page manifest that this visitor would get now',
    access: 'public',
    answers: { 200: z.looseObject({}), 304: null },
  },
  'GET /compositions/:id': {
    summary: 'Lists the versions of the pages with this composition id',
    access: 'public',
    answers: { 200: z.looseObject({}) },
    refusals: [404],
  },
  'GET /:remote/contract': {
    summary: "Reads the contract with which a remote's live release was built",
    access: 'public',
    answers: { 200: z.looseObject({}) },
    refusals: [404],
  },
  'POST /outcomes': {
    summary: 'Takes a health report of a page',
    access: 'public',
    body: HealthReport,
    answers: { 204: null },
    refusals: [403, 429],
  },
  'POST /errors': {
    summary: 'Takes an error of a page',
    access: 'public',
    body: ErrorReport,
    answers: { 204: null },
    refusals: [429],
  },
  'POST /vitals': {
    summary: 'Takes what a page measured',
    access: 'public',
    body: VitalsReport,
    answers: { 204: null },
    refusals: [403, 429],
  },
  'POST /violations': {
    summary: "Takes reports of a content security policy, in either of the browsers' forms",
    access: 'public',
    body: 'application/reports+json',
    answers: { 204: null },
    refusals: [429],
  },
  'GET /previews/:token': {
    summary: 'Asks before the preview of a version',
    access: 'public',
    answers: { 200: 'text/html', 410: 'text/html' },
  },
  'POST /previews/:token': {
    summary: 'Opens the preview of a version; asks again when another site sends it',
    access: 'public',
    answers: { 200: 'text/html', 303: null, 410: 'text/html' },
  },
  'POST /previews/end': { summary: 'Ends a preview', access: 'public', answers: { 303: null } },
}
