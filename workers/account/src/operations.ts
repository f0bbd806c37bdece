import { commonOperations, metricsOperation, type Operations } from '@encre/worker/operations'
import {
  Dashboard,
  DataExport,
  Erasure,
  ErasureRequest,
  ExportLink,
  NewExportLink,
  PasswordChange,
  Rename,
  User,
} from './contract.ts'

/** Every operation of this worker. The access matrix, the fuzzer and `/openapi.json` read it. */
export const operations: Operations = {
  ...commonOperations,
  ...metricsOperation,
  'GET /me': { summary: 'Reads the member', answers: { 200: User } },
  'PATCH /me': {
    summary: 'Renames the member',
    repeats: 'same',
    body: Rename,
    answers: { 200: User },
    refusals: [400, 409, 429],
  },
  'DELETE /me': {
    summary: 'Deletes the account',
    repeats: 'same',
    body: ErasureRequest,
    answers: { 200: Erasure },
    refusals: [400, 403, 412, 429],
  },
  'GET /export': { summary: "Reads the member's data download", answers: { 200: DataExport } },
  'POST /export': {
    summary: "Starts the member's data download",
    repeats: 'same',
    answers: { 202: DataExport },
    refusals: [429],
  },
  'POST /export/links': {
    summary: 'Makes an address of the finished download',
    repeats: 'by-key',
    body: NewExportLink,
    answers: { 201: ExportLink },
    refusals: [400, 404, 429],
  },
  'GET /downloads/:token': {
    summary: 'Downloads the ZIP with the token of its address',
    access: 'public',
    answers: { 200: 'application/zip', 206: 'application/zip', 304: null },
    refusals: [404, 412, 416, 429],
  },
  'PUT /password': {
    summary: 'Changes the password',
    repeats: 'never',
    body: PasswordChange,
    answers: { 204: null },
    refusals: [400, 403, 429],
  },
  'DELETE /sessions': {
    summary: 'Logs out everywhere',
    repeats: 'same',
    answers: { 204: null },
    refusals: [409],
  },
  'GET /dashboard': { summary: 'Reads the dashboard', answers: { 200: Dashboard } },
}
