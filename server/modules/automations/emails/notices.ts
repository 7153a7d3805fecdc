import { systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { notify } from '../../notifications/notify.ts'
import { arrivedEmail } from './emails.ts'

// Members get at most one email per automation and ten minutes about arrivals at their steps.

const PAUSE_MS = 10 * 60_000
const MEMBERS = 200

interface Due extends Record<string, number> {
  account_id: number
  automation_id: number
  user_id: number
}

/** Emails due members from a position on. Returns the position where it stopped, or null at the end. */
export async function sendNotices({ now, after }: { now: Date; after: Due }): Promise<Due | null> {
  const { rows } = await systemPool().query<Due>(
    `select account_id, automation_id, user_id from automation_notice
     where (account_id, automation_id, user_id) > ($1, $2, $3)
     group by 1, 2, 3 having sum(arrived) > 0 and coalesce(max(sent_at) <= $4::timestamptz, true)
     order by 1, 2, 3 limit $5`,
    [after.account_id, after.automation_id, after.user_id, new Date(+now - PAUSE_MS), MEMBERS],
  )
  for (const due of rows) await sendNotice(due)
  return rows.length < MEMBERS ? null : (rows.at(-1) ?? null)
}

/** The email and its record are one transaction. */
function sendNotice({ account_id, automation_id, user_id }: Due): Promise<void> {
  const ctx = systemCtx(account_id)
  return write(ctx, async (tx) => {
    // A second process waits here and then finds nothing to send.
    const notices = await tx.sql.rows<{ message: string; arrived: number; sent_at: Date | null }>(
      `select message, arrived, sent_at from automation_notice
       where account_id = $1 and automation_id = $2 and user_id = $3 order by step_id for update`,
      [automation_id, user_id],
    )
    const arrived = notices.filter((notice) => notice.arrived > 0)
    const isEarly = notices.some(({ sent_at }) => sent_at && +sent_at > +tx.now() - PAUSE_MS)
    if (arrived.length === 0 || isEarly) return
    const about = await tx.sql.one<{ name: string }>(
      'select a.name from automation a where a.account_id = $1 and a.id = $2 and a.deleted_at is null',
      [automation_id],
    )
    if (about)
      await notify(tx, {
        kind: 'automation_arrived',
        key: `${automation_id} ${tx.now().toISOString()}`,
        path: `/automations/${automation_id}`,
        email: () => arrivedEmail({ ...about, automation_id, notices: arrived }),
        user_ids: [user_id],
        also_emailed: [user_id],
      })
    await tx.sql.run(
      `update automation_notice set arrived = 0, sent_at = $4 where account_id = $1 and automation_id = $2 and user_id = $3`,
      [automation_id, user_id, tx.now()],
    )
  })
}
