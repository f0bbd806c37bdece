import { servedModels } from './models.ts'

/** `GET /models`. `shutdown_date` is null: these models are never retired. */
export function listModels(setting: string | undefined) {
  const data = servedModels(setting).map((id) => ({ id, object: 'model', created: 1_735_689_600, owned_by: 'encre', shutdown_date: null }))
  return { object: 'list', data }
}
