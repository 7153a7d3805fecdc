import type { Ctx } from '../../../core/context.ts'
import { cleanHtml } from '../../../core/given-html.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { requireEditable } from '../sending/sending.ts'
import { lockBroadcast, readStored, type StoredBroadcast } from '../view.ts'
import type { PlanInput, PlanView } from './plan-schema.ts'

/** Stores how a draft or scheduled broadcast is sent. Absent members are unchanged. Throws not_found or invalid. */
export function savePlan(ctx: Ctx, { id, plan, versions }: PlanInput): Promise<PlanView> {
  return write(ctx, async (tx) => {
    requireEditable(await lockBroadcast(tx, { id }))
    const kept = versions?.map((version) => ({
      ...version,
      content: version.content === null ? null : cleanHtml(version.content, 'content'),
    }))
    await tx.db.broadcast.updateMany({
      where: { id },
      data: {
        ...(plan !== undefined && { plan: plan ?? Prisma.DbNull }),
        ...(kept && { versions: kept.length > 0 ? kept : Prisma.DbNull }),
        updated_at: tx.now(),
      },
    })
    return viewOf(await lockBroadcast(tx, { id }))
  })
}

export const getPlan = async (ctx: Ctx, { id }: { id: number }): Promise<PlanView> =>
  viewOf(await readStored(ctx, { id }))

const viewOf = ({ plan, versions }: StoredBroadcast): PlanView => ({ plan, versions: versions ?? [] })
