import type { Operations } from '@encre/worker/operations'
import * as z from 'zod/mini'
import { Dashboard, DataExport, Erasure, ErasureRequest, ExportLink, PasswordChange, Rename, User } from './contract.ts'

/** Every operation of this worker. The access matrix, the fuzzer and `/openapi.json` read it. */
export const operations: Operations = {
  'GET /health': { summary: 'Checks the worker', access: 'public', answers: { 200: 'text/plain' }, refusals: [] },
  'GET /metrics': { summary: 'Reads the metrics with their own token', access: 'public', answers: { 200: 'text/plain' }, refusals: [401] },
  'GET /contract': { summary: 'Describes the contract', access: 'public', answers: { 200: z.looseObject({}) }, refusals: [] },
  'GET /openapi.json': { summary: 'Describes the operations', access: 'public', answers: { 200: z.looseObject({}) }, refusals: [] },
  'GET /me': { summary: 'Reads the member', access: 'member', answers: { 200: User }, refusals: [] },
  'PATCH /me': { summary: 'Renames the member', access: 'member', body: Rename, answers: { 200: User }, refusals: [400, 429] },
  'DELETE /me': {
    summary: 'Deletes the account',
    access: 'member',
    body: ErasureRequest,
    answers: { 200: Erasure },
    refusals: [400, 403, 412, 429],
  },
  'GET /export': { summary: "Reads the member's data download", access: 'member', answers: { 200: DataExport }, refusals: [] },
  'POST /export': { summary: "Starts the member's data download", access: 'member', answers: { 202: DataExport }, refusals: [429] },
  'POST /export/links': {
    summary: 'Makes an address of the finished download',
    access: 'member',
    answers: { 201: ExportLink },
    refusals: [404, 429],
  },
  'GET /downloads/:token': {
    summary: 'Downloads the ZIP with the token of its address',
    access: 'public',
    answers: { 200: 'application/zip', 206: 'application/zip', 304: null },
    refusals: [404, 412, 416, 429],
  },
  'PUT /password': {
    summary: 'Changes the password',
    access: 'member',
    body: PasswordChange,
    answers: { 204: null },
    refusals: [400, 403, 429],
  },
  'GET /dashboard': { summary: 'Reads the dashboard', access: 'member', answers: { 200: Dashboard }, refusals: [] },
}
