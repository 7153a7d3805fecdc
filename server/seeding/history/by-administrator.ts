import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'

/** Returns the context as one of the first administrator, who did what a seeded instance has in its audit log. Unchanged if there is none. */
export async function byAdministrator<C extends Ctx>(ctx: C): Promise<C> {
  const found = await unscoped().user.findFirst({
    where: { is_admin: true },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  if (!found) return ctx
  return { ...ctx, actor: { kind: 'administrator', user_id: found.id, ip: '198.51.100.7', written: { entries: 0 } } }
}
