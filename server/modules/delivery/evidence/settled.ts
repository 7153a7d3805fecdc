import type { Ctx } from '../../../core/context.ts'

const COUNTS = ['recipients', 'sent', 'unconfirmed', 'failed', 'excluded'] as const

export type MailCounts = Record<(typeof COUNTS)[number], number>

/** Counts of the email `m` as one value. */
const COUNTS_SQL = `jsonb_build_array(${COUNTS.map((name) => `m.${name}`).join(', ')})`

type Stored = 'proof' | 'carried'

/** SQL for the emails `m` that match, with the rows stored in `column`, or null if their counts have changed since. */
export const emailsSql = (column: Stored, where: string): string =>
  `select m.id as mail_id, ${COUNTS.map((name) => `m.${name}`).join(', ')},
     m.enqueued_at is not null or m.aborted_at is not null as is_enqueued,
     case when m.${column}->'of' = ${COUNTS_SQL} then m.${column}->'rows' end as stored, m.${column}->>'at' as stored_at
   from mail m where m.account_id = $1 and ${where}`

/** SQL for the ids of `emails` without such rows. As an array it is known before deliveries are read, so their index is used. */
export const WITHOUT_ROWS = 'array(select mail_id from emails where stored is null)'

/**
 * Stores what was counted in the deliveries of emails that have nothing left to send. A report of a million messages then counts them
 * once. Any later change of an email's counts makes it void.
 */
export async function storeRows(
  ctx: Ctx,
  {
    column,
    counted,
    at,
  }: { column: Stored; counted: { mail_id: number; counts: MailCounts; rows: object[] }[]; at: Date },
): Promise<void> {
  const settled = counted.filter(({ counts: { recipients, sent, unconfirmed, failed, excluded } }) => {
    return recipients > 0 && recipients === sent + unconfirmed + failed + excluded
  })
  if (settled.length === 0) return
  const values = settled.map(({ mail_id, counts, rows }) => ({
    id: mail_id,
    of: COUNTS.map((name) => counts[name]),
    rows,
  }))
  await ctx.sql.run(
    `update mail m set ${column} = jsonb_build_object('of', v.of, 'rows', v.rows, 'at', $3::text)
     from jsonb_to_recordset($2::jsonb) as v(id int, of jsonb, rows jsonb)
     where m.account_id = $1 and m.id = v.id and v.of = ${COUNTS_SQL}`,
    [JSON.stringify(values), at.toISOString()],
  )
}
