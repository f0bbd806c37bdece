// The stub of a feature's worker: it answers what it received, and fails on the paths that name a
// fault.
import { WorkerEntrypoint } from 'cloudflare:workers'

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/throws')) throw new Error('this worker is broken')
    if (pathname.endsWith('/missing')) return Response.json({ code: 'not-found' }, { status: 404 })
    if (pathname.endsWith('/stream'))
      return new Response(endless(), { headers: { 'content-type': 'text/event-stream' } })
    if (/\/health(\/deep)?$/.test(pathname))
      return new Response(`ok ${pathname.split('/')[2]}\nok ${pathname.split('/')[2]} database\n`)
    if (pathname.endsWith('/contract')) return Response.json(contract)
    return Response.json({
      path: pathname,
      method: request.method,
      requestId: request.headers.get('x-request-id'),
      networkKey: request.headers.get('x-network-key'),
      versionKey: request.headers.get('cloudflare-workers-version-key'),
      body: await request.text(),
    })
  }

  async sweep() {
    return { swept: 1 }
  }

  async listReports() {
    return [
      {
        id: 'r1',
        text: 'Une menace',
        createdAt: '2026-11-22T10:00:00.000Z',
        subject: 'Un loup',
        url: '/image',
      },
    ]
  }

  async decideReport(id) {
    return id === 'r1'
  }

  async readCounters() {
    return [{ name: 'encre_things_total', labels: { kind: 'round' }, value: 7 }]
  }
}

const contract = {
  schemas: { Design: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  paths: { designs: '/api/gallery/designs' },
}

/** Sends one event and never ends. */
function endless() {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: first\n\n')),
  })
}
