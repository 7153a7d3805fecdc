import type { Ctx } from '../../../core/context.ts'
import { returnPath } from '../tracking/return-path.ts'
import type { MessageRef } from '../tracking/tokens.ts'

/** Returns the envelope sender of one message. Called for each message, so it must be cheap. */
export type ReturnPath = (ref: MessageRef, message: { address: string; sent_at: Date }) => string

/**
 * Opens the return path of an email's messages, once per run of a sending job. With BOUNCE_DOMAIN each message has its own; otherwise
 * bounces go to the From address.
 */
export async function openReturnPath(_ctx: Ctx, { sender }: { sender: { address: string } }): Promise<ReturnPath> {
  return (ref, message) => returnPath(ref, message) ?? sender.address
}
