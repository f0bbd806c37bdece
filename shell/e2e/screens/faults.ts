import type { Route } from '@playwright/test'

const origin = new URL(process.env.ENCRE_ORIGIN ?? 'http://localhost:8787')
const embedded = `http://localhost:${Number(origin.port) + 1}`

interface ServiceFault {
  endpoint: string
  status: number
  body: unknown
  /** How many requests get this answer; 1 by default. */
  times?: number
}

/** Makes the embedded tenant or image provider answer with an error, as the real ones can. */
export async function setServiceFault(fault: ServiceFault): Promise<void> {
  const { status } = await fetch(`${embedded}/faults`, {
    method: 'PUT',
    body: JSON.stringify(fault),
  })
  if (status !== 204) throw new Error(`${embedded}/faults answered ${status}`)
}

export async function clearServiceFaults(): Promise<void> {
  await fetch(`${embedded}/faults`, { method: 'DELETE' })
}

/** Answers a request with a worker's refusal, for refusals that no outside service can cause. */
export function refuse(status: number, code: string): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { code, status, title: code, requestId: 'request-1' },
    })
}
