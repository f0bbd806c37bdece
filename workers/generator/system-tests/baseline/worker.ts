import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'
import { GenerationRequest } from '../../src/contract.ts'
import { acceptGeneration } from '../../src/generations/generations-store.ts'

interface Baseline {
  GALLERY: D1Database
  DB: D1Database
  IMAGES: R2Bucket
  RUNS: DurableObjectNamespace<EmptyRun>
}

export class EmptyRun extends DurableObject<Baseline> {
  async start(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now())
  }

  override alarm(): void {}
}

const columns = 'id, member_id, subject, prompt, choices, model, origin, created_at, favourite'

export default new Hono<{ Bindings: Baseline }>()
  .get('/designs', async (c) => {
    const { results } = await c.env.GALLERY.prepare(
      `select ${columns} from designs where member_id = ? and deleted_at is null order by created_at desc, id desc limit ?`,
    )
      .bind(c.req.query('member'), 25)
      .all()
    return c.json(results)
  })
  /** Number of rows that D1 reads for the page that starts at a position. */
  .get('/rows-read', async (c) => {
    const { member, createdAt, id } = c.req.query()
    const { meta } = await c.env.GALLERY.prepare(
      `select ${columns} from designs where member_id = ? and deleted_at is null and (created_at, id) <= (?, ?) order by created_at desc, id desc limit ?`,
    )
      .bind(member, new Date(Number(createdAt)).toISOString(), id, 25)
      .all()
    return c.json(meta.rows_read)
  })
  .get('/image', async (c) => {
    const object = await c.env.IMAGES.get(c.req.query('key') ?? '')
    return object
      ? c.body(object.body, 200, {
          'Content-Type': 'image/png',
          'Content-Length': String(object.size),
        })
      : c.notFound()
  })
  .post('/accept', async (c) => {
    const id = crypto.randomUUID()
    const accepted = await acceptGeneration(c.env.DB, {
      id,
      memberId: 'bench',
      ownerKey: 'bench',
      idempotencyKey: crypto.randomUUID(),
      bodyHash: '',
      request: GenerationRequest.parse(await c.req.json()),
      requestId: id,
      composition: null,
      networkKey: null,
      jurisdiction: '',
      limits: {
        perMember: 1e6,
        started: 1e7,
        attempts: 3e6,
        perNetwork: null,
        perSite: 1e6,
        perNewAccounts: 1e6,
      },
    })
    await c.env.RUNS.getByName(id).start()
    return c.json(accepted, 202)
  })
