/** Members whose designs one statement numbers, and the rows that it writes. */
const membersPerBatch = 20
const rowsPerBatch = 500

/**
 * Numbers a batch of designs that have no number, for the sweep. Returns how many. A member's newest designs come first: each gets the count
 * of the designs that are still without a number, so that no batch depends on the one before.
 */
export async function numberOldDesigns(db: D1Database): Promise<number> {
  const { meta } = await db
    .prepare(
      `update designs set number = ranked.number
       from (
         select id, row_number() over (partition by member_id order by created_at, id) as number from designs
         where number is null
           and member_id in (select distinct member_id from designs where number is null order by member_id limit ${membersPerBatch})
         order by member_id, number desc limit ${rowsPerBatch}
       ) as ranked
       where designs.id = ranked.id`,
    )
    .run()
  return meta.changes
}
