/** Members whose designs one statement numbers, and the rows that it writes. */
const membersPerBatch = 20
const rowsPerBatch = 500

/**
 * Numbers a batch of the designs that were saved before designs had numbers, for the sweep. Answers how many. The newest of a member come
 * first: each gets the count of the designs that are still without a number, so that a batch needs to know nothing about the one before.
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
