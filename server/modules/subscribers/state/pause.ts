import type { Ctx } from '../../../core/context.ts'

/** Pauses emails to a subscriber until a time; null ends the pause. Messages due earlier are excluded (`paused`). */
export async function pauseEmails(ctx: Ctx, { id, until }: { id: number; until: Date | null }): Promise<void> {
  await ctx.sql.run('update subscriber set paused_until = $3 where account_id = $1 and id = $2', [id, until])
}
