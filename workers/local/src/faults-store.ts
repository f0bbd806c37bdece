export interface Fault {
  /** A path, e.g. `/co/authenticate`. */
  endpoint: string
  status: number
  body: string
  contentType: string
  /** Number of requests that fail before the endpoint works again. */
  times: number
}

export async function setFault(db: D1Database, fault: Fault): Promise<void> {
  await db
    .prepare(
      `insert into faults (endpoint, status, body, content_type, times) values (?, ?, ?, ?, ?)
       on conflict (endpoint) do update set
         status = excluded.status, body = excluded.body, content_type = excluded.content_type, times = excluded.times`,
    )
    .bind(fault.endpoint, fault.status, fault.body, fault.contentType, fault.times)
    .run()
}

export async function takeFault(db: D1Database, endpoint: string): Promise<Pick<Fault, 'status' | 'body' | 'contentType'> | null> {
  const row = await db
    .prepare('update faults set times = times - 1 where endpoint = ? and times > 0 returning status, body, content_type')
    .bind(endpoint)
    .first<{ status: number; body: string; content_type: string }>()
  return row && { status: row.status, body: row.body, contentType: row.content_type }
}

export async function clearFaults(db: D1Database): Promise<void> {
  await db.prepare('delete from faults').run()
}
