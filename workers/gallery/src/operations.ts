import { commonOperations, metricsOperation, type Operations } from '@encre/worker/operations'
import * as z from 'zod/mini'
import * as contract from './contract.ts'

const ImageQuery = z.object({
  o: z.string(),
  e: z.string(),
  s: z.string(),
  w: z.optional(z.literal('512')),
  d: z.optional(z.literal('1')),
})

/** Every operation of this worker. The access matrix, the fuzzer and `/openapi.json` read it. */
export const operations: Operations = {
  ...commonOperations,
  ...metricsOperation,
  'GET /images/:id': {
    summary: "Reads a design's image by its signed address",
    access: 'public',
    query: ImageQuery,
    answers: { 200: 'image/*', 206: 'image/*', 304: null },
    refusals: [400, 404, 412, 416],
  },
  'GET /designs': {
    summary: 'Lists the designs',
    query: contract.ListQuery,
    answers: { 200: contract.DesignPage },
    refusals: [400],
  },
  'POST /designs': {
    summary: 'Saves a drawing that the member brings',
    repeats: 'by-key',
    query: contract.ImportQuery,
    answers: { 201: contract.ListedDesign },
    refusals: [400, 404, 413, 429],
  },
  'GET /designs/:id': {
    summary: 'Reads a design',
    answers: { 200: contract.OpenedDesign },
    refusals: [404],
  },
  'DELETE /designs/:id': {
    summary: 'Deletes a design',
    repeats: 'same',
    answers: { 204: null },
    refusals: [404],
  },
  'GET /designs/:id/settings': {
    summary: 'Reads the atelier',
    answers: { 200: contract.AtelierSettings },
    refusals: [404],
  },
  'PATCH /designs/:id/settings': {
    summary: 'Changes the atelier',
    repeats: 'same',
    body: contract.AtelierSettingsChange,
    answers: { 200: contract.AtelierSettings },
    refusals: [400, 404, 409],
  },
  'GET /designs/:id/neighbours': {
    summary: 'Finds the designs before and after one',
    query: contract.NeighboursQuery,
    answers: { 200: contract.Neighbours },
    refusals: [400, 404],
  },
  'GET /designs/:id/links': {
    summary: 'Lists the links for the artist',
    answers: { 200: contract.ArtistLinks },
    refusals: [404],
  },
  'POST /designs/:id/links': {
    summary: 'Creates a link for the artist',
    repeats: 'by-key',
    body: contract.NewArtistLink,
    answers: { 201: contract.CreatedArtistLink },
    refusals: [400, 404, 409],
  },
  'DELETE /links/:id': {
    summary: 'Revokes a link',
    repeats: 'same',
    answers: { 204: null },
    refusals: [404],
  },
  'GET /links/:token/image': {
    summary: "Reads a design's image by a link",
    access: 'public',
    answers: { 200: 'image/*' },
    refusals: [404, 429],
  },
  'POST /links/:token/openings': {
    summary: 'Records that a page showed a link',
    repeats: 'same',
    access: 'public',
    answers: { 204: null },
  },
  'POST /links/:token/answers': {
    summary: "Sends an artist's answer to the member",
    repeats: 'by-key',
    access: 'public',
    body: contract.NewArtistAnswer,
    answers: { 201: contract.AnswersLeft },
    refusals: [400, 404, 409, 429],
  },
  'POST /links/:token/reports': {
    summary: 'Reports a link to the operators',
    repeats: 'by-key',
    access: 'public',
    body: contract.NewReport,
    answers: { 201: contract.ReportReceipt },
    refusals: [400, 404, 409, 429],
  },
  'POST /designs/:id/answers/seen': {
    summary: 'Marks answers as seen',
    repeats: 'same',
    answers: { 204: null },
    refusals: [404],
  },
  'PUT /favourites': {
    summary: 'Marks favourites',
    repeats: 'same',
    body: contract.FavouritesChange,
    answers: { 204: null },
    refusals: [400],
  },
  'POST /archives': {
    summary: 'Makes the address of a ZIP of several images',
    repeats: 'by-key',
    body: contract.ArchiveRequest,
    answers: { 201: contract.ArchiveLink },
    refusals: [400, 404, 429],
  },
  'GET /archives/:token': {
    summary: 'Reads a ZIP by its address',
    access: 'public',
    answers: { 200: 'application/zip' },
    refusals: [404, 429],
  },
  'GET /deleted-designs': {
    summary: 'Lists the designs that can be restored',
    query: contract.DeletedQuery,
    answers: { 200: contract.DeletedDesigns },
    refusals: [400],
  },
  'POST /deleted-designs': {
    summary: 'Deletes several designs',
    repeats: 'same',
    body: contract.DesignBatch,
    answers: { 200: contract.BatchResult },
    refusals: [400],
  },
  'POST /deleted-designs/restore': {
    summary: 'Restores deleted designs',
    repeats: 'same',
    body: contract.DesignBatch,
    answers: { 200: contract.BatchResult },
    refusals: [400],
  },
}
