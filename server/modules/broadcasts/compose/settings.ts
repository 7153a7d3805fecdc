import type { Ctx } from '../../../core/context.ts'
import type { Restoring } from '../../revisions/schema.ts'
import type { Broadcast } from '../schema.ts'
import { getBroadcast } from '../service.ts'
import type { SendingSettings, SendingSettingsInput } from '../wire-schema.ts'
import { getComposedBroadcast, restoreBroadcast, saveBroadcast } from './composer.ts'

/** Returns what a broadcast has beside the contract's properties. Throws not_found. */
export async function getSendingSettings(ctx: Ctx, { id }: { id: number }): Promise<SendingSettings> {
  const { excluded, tracking_disabled, reply_to_address } = await getComposedBroadcast(ctx, { id })
  return { excluded, tracking_disabled, reply_to_address }
}

/** Changes the given settings. Throws as `saveBroadcast`. */
export async function saveSendingSettings(
  ctx: Ctx,
  { id, ...change }: SendingSettingsInput & { id: number },
): Promise<SendingSettings> {
  await saveBroadcast(ctx, { id, ...change })
  return getSendingSettings(ctx, { id })
}

/** Restores an earlier text. Throws as `restoreBroadcast`. */
export async function restoreForProgram(ctx: Ctx, input: Restoring): Promise<Broadcast> {
  await restoreBroadcast(ctx, input)
  return getBroadcast(ctx, { id: input.id })
}
