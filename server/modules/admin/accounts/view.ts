import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { emailOwners } from '../../accounts/team/owners.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { endView, startView, VIEW_MINUTES } from '../../users/account-views.ts'
import type { ViewInput } from '../accounts-schema.ts'
import { viewedEmail } from './emails.ts'

/** Maximum number of views ended per run of the job. */
const ENDED = 200

/**
 * Lets the administrator's session show an account, read-only, for half an hour. Adds an entry to the account's security log, and emails
 * its owners if the settings of the instance or the account ask for it. Throws not_found, or conflict during another view.
 */
export async function beginView(
  ctx: Ctx,
  { account_id, reason, session_id }: ViewInput & { session_id: string },
): Promise<{ until: string }> {
  const { actor } = ctx
  if (actor.kind !== 'administrator') throw forbidden()
  const { announce_views } = await instanceSettings()
  await endLapsedView(ctx, { session_id })
  return adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst({ select: { name: true, announces_views: true } })
    if (!account) throw notFound()
    if (await tx.sql.one(`${UNSCOPED}select 1 from account_view where session_id = $1`, [session_id]))
      throw conflict('Stop viewing the other account first')
    const ends_at = await startView(tx, { session_id, user_id: actor.user_id })
    await record({
      action: 'account_view_began',
      details: { account: account.name, reason, until: ends_at.toISOString() },
    })
    await recordSecurityEvent(tx, {
      kind: 'account_viewed',
      summary: `An administrator of this instance began to view the account, read-only, for at most ${VIEW_MINUTES} minutes: ${reason}`,
    })
    if (announce_views || account.announces_views)
      await emailOwners(tx, () => viewedEmail({ account_name: account.name, reason, minutes: VIEW_MINUTES }))
    return { until: ends_at.toISOString() }
  })
}

/** Ends the view of the administrator's session. Throws conflict if there is none. */
export async function stopView(
  ctx: Ctx,
  { session_id, account_id }: { session_id: string; account_id: number | undefined },
): Promise<{ account_id: number }> {
  if (account_id === undefined) throw conflict('You are not viewing an account')
  await end(ctx, { session_id, account_id })
  return { account_id }
}

/** Ends a session's expired view, so it does not keep the administrator from another account until the job ends it. */
async function endLapsedView({ now }: Ctx, { session_id }: { session_id: string }): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    'select account_id from account_view where session_id = $1 and until <= $2',
    [session_id, now()],
  )
  for (const { account_id } of rows) await end({ ...systemCtx(account_id), now }, { session_id, account_id })
}

/** Ends views that have expired, whose session has ended, or whose user is no longer an administrator. */
export async function endLapsedViews({ now }: { now: Date }): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number; session_id: string }>(
    `select v.account_id, v.session_id from account_view v join session s on s.id = v.session_id join users u on u.id = v.user_id
     where v.until <= $1 or s.revoked_at is not null or not u.is_admin limit ${ENDED}`,
    [now],
  )
  for (const { account_id, session_id } of rows)
    await end({ ...systemCtx(account_id), now: () => now }, { session_id, account_id })
}

const end = (ctx: Ctx, { session_id, account_id }: { session_id: string; account_id: number }): Promise<void> =>
  adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst({ select: { name: true } })
    const viewer = await viewerOf(tx, session_id)
    await endView(tx, { session_id })
    await record({ action: 'account_view_ended', details: { account: account?.name ?? account_id, viewer } })
    if (account)
      await recordSecurityEvent(tx, {
        kind: 'account_view_ended',
        summary: 'An administrator of this instance stopped viewing the account',
      })
  })

const viewerOf = async (tx: Tx, session_id: string): Promise<string | null> => {
  const found = await tx.sql.one<{ email: string }>(
    'select u.email from account_view v join users u on u.id = v.user_id where v.account_id = $1 and v.session_id = $2',
    [session_id],
  )
  return found?.email ?? null
}
