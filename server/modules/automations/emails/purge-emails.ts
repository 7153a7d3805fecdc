import { systemPool } from '../../../core/context.ts'
import type { PurgeInput } from '../../../db/purge.ts'
import { forgottenComments } from '../../comments/service.ts'
import { forgottenRevisions } from '../../revisions/service.ts'

/** An open editor can still restore a deleted step with its email. */
const KEPT_MS = 7 * 86_400_000
const ROWS_PER_STATEMENT = 500

/** Deletes emails that were never sent and that no draft or version names. Returns their number. */
export async function purgeEmails({ now, budget }: PurgeInput): Promise<number> {
  let deleted = 0
  for (let after = { account_id: 0, id: 0 }; ; ) {
    const { rows } = await systemPool().query<{ account_id: number; id: number; deleted: number }>(PURGE, [
      after.account_id,
      after.id,
      new Date(+now - KEPT_MS),
      ROWS_PER_STATEMENT,
    ])
    const [last] = rows
    if (!last) return deleted
    deleted += last.deleted
    after = last
    if (budget?.isSpent()) return deleted
  }
}

/** The lock orders this with saves of drafts: a draft cannot name an email that is being deleted. */
const PURGE = `with page as materialized (
    select e.account_id, e.id from automation_email e
    where (e.account_id, e.id) > ($1::int, $2::int) order by e.account_id, e.id limit $4
  ), unused as materialized (
    select e.account_id, e.id
    from page p join automation_email e on e.account_id = p.account_id and e.id = p.id
      join automation a on a.account_id = e.account_id and a.id = e.automation_id
    where e.updated_at < $3::timestamptz
      and (a.deleted_at < $3 or a.deleted_at is null and not a.draft @> jsonb_build_object('steps', jsonb_build_array(
        jsonb_build_object('action', jsonb_build_object('type', 'send_email', 'email_id', e.id)))))
      and not exists (select from automation_version_email v
        where v.account_id = e.account_id and v.automation_id = e.automation_id and v.email_id = e.id)
      and not exists (select from mail m where m.account_id = e.account_id and m.automation_email_id = e.id)
    for update of a skip locked
  ), ${forgottenComments('unused', { kind: 'automation_email' })}, ${forgottenRevisions('unused', { kind: 'automation_email' })}, deleted as (
    delete from automation_email e using unused u where e.account_id = u.account_id and e.id = u.id returning 1
  )
  select account_id, id, (select count(*)::int from deleted) as deleted from page order by account_id desc, id desc limit 1`
