import type { Ctx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { getBulkRequest } from './records.ts'
import type { BulkRequest } from './schema.ts'

/**
 * Cancels a request. Applied items stay, remaining items are answered as failures, and the app's quota is freed immediately. Throws
 * not_found, or conflict if the request has ended.
 */
export function cancelBulkRequest(ctx: Ctx, { id }: { id: number }): Promise<BulkRequest> {
  return write(ctx, async (tx) => {
    const cancelled = await tx.sql.run(
      `update bulk_request set state = 'stopping', updated_at = $3
       where account_id = $1 and id = $2 and state in ('queued', 'running')`,
      [id, tx.now()],
    )
    if (cancelled > 0) tx.emit('bulk.cancelled', { bulk_request_id: id })
    const request = await getBulkRequest(tx, { id })
    if (request.state === 'stopped' || request.state === 'completed') throw conflict('This request has already ended')
    return request
  })
}

/** Stops an app's requests and drops its callbacks, in the transaction that removes its access. */
export async function stopBulkRequests(tx: Tx, of: { installation_id: number } | { grant_id: number }): Promise<void> {
  const [column, value] = 'grant_id' in of ? ['g.id', of.grant_id] : ['g.installation_id', of.installation_id]
  // A request being stored has locked the installation. Waiting for that lock lets this statement stop it too.
  await tx.sql.run(
    `select 1 from oauth_grant g join installation i on i.account_id = $1 and i.id = g.installation_id
     where g.account_id = $1 and ${column} = $2 for no key update of i`,
    [value],
  )
  const dropped = await tx.sql.rows<{ id: number; is_open: boolean }>(
    `update bulk_request r set updated_at = $3,
       state = case when r.state in ('queued', 'running') then 'stopping'::work_state else r.state end,
       callback_state = case when r.callback_url is not null then 'dropped' end, callback_at = null,
       callback_result = 'The app no longer has access to this account'
     from oauth_token t join oauth_grant g on g.account_id = $1 and g.id = t.grant_id
     where r.account_id = $1 and t.account_id = $1 and t.id = r.token_id and ${column} = $2
       and (r.state in ('queued', 'running', 'stopping') or r.callback_state = 'waiting')
     returning r.id, r.completed_at is null as is_open`,
    [value, tx.now()],
  )
  for (const { id, is_open } of dropped) if (is_open) tx.emit('bulk.cancelled', { bulk_request_id: id })
  const answered = dropped.flatMap(({ id, is_open }) => (is_open ? [] : id))
  await tx.sql.run('delete from bulk_slice where account_id = $1 and bulk_request_id = any ($2::int[])', [answered])
}
