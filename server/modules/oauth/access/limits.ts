import type { AssistantLimits } from '../../../core/assistants.ts'
import type { Ctx } from '../../../core/context.ts'
import { forgetCredentials } from '../../../core/credential.ts'
import { notFound } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'

/** Changes the limits of an app that is an assistant. They also apply when it connects again. Throws not_found. */
export async function setAppLimits(
  ctx: Ctx,
  { installation_id, limits }: { installation_id: number; limits: AssistantLimits },
): Promise<void> {
  await write(ctx, async (tx) => {
    const changed = await tx.sql.rows<{ name: string; app_id: number }>(
      `update oauth_grant g set assistant = $3::jsonb from app a
       where g.account_id = $1 and g.installation_id = $2 and g.assistant is not null and a.id = g.app_id returning a.name, g.app_id`,
      [installation_id, JSON.stringify(limits)],
    )
    const [app] = changed
    if (!app) throw notFound()
    const { name, app_id } = app
    await recordSecurityEvent(tx, {
      kind: 'assistant_limited',
      summary: `The limits of the assistant “${name}” were changed`,
      app_id,
    })
  })
  forgetCredentials()
}
