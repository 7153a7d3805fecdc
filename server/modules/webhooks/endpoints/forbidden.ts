import type { Ctx } from '../../../core/context.ts'
import { forbidden } from '../../../core/errors.ts'
import { t } from '../../../lib/locale/texts.ts'

// An administrator of the instance can disable a harmful endpoint, such as one that attacks another's server. Until an administrator
// enables it, its account can neither enable, change nor delete it, nor add another endpoint at the same host (endpoints/by-instance.ts).

/** Throws forbidden, with the reason, for an endpoint that the instance disabled. */
export async function refuseForbidden(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const row = await ctx.sql.one<{ disabled_reason: string | null }>(
    `select disabled_reason from webhook_endpoint where account_id = $1 and id = $2 and disabled_by = 'instance' for share`,
    [id],
  )
  if (row) throw refusal(row.disabled_reason)
}

/** Throws forbidden, with the reason, for a URL at the host of an account's endpoint that the instance disabled. */
export async function refuseForbiddenHost(ctx: Ctx, url: string): Promise<void> {
  const found = await findForbiddenHost(ctx, url)
  if (found) throw refusal(found.disabled_reason)
}

/** Returns the account's endpoint at the same host that the instance disabled, or undefined. */
export async function findForbiddenHost(
  ctx: Ctx,
  url: string,
): Promise<{ disabled_reason: string | null } | undefined> {
  const rows = await ctx.sql.rows<{ url: string; disabled_reason: string | null }>(
    `select url, disabled_reason from webhook_endpoint where account_id = $1 and disabled_by = 'instance'`,
  )
  const { hostname } = new URL(url)
  return rows.find((row) => new URL(row.url).hostname === hostname)
}

const refusal = (reason: string | null) =>
  forbidden(
    reason
      ? t`An administrator of this service disabled this webhook: ${reason}. Ask them to enable it`
      : 'An administrator of this service disabled this webhook. Ask them to enable it',
  )
