import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'

/** Returns the context with the first administrator as actor, for the audit log of a seeded instance. Unchanged if there is none. */
export async function byAdministrator<C extends Ctx>(ctx: C): Promise<C> {
  const administrator = await unscoped().user.findFirst({
    where: { is_admin: true },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  if (!administrator) return ctx
  return {
    ...ctx,
    actor: { kind: 'administrator', user_id: administrator.id, ip: '198.51.100.7', written: { entries: 0 } },
  }
}
