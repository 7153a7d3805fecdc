import type { Ctx } from '../../../core/context.ts'
import type { MessageRef } from '../tracking/tokens.ts'

/** Returns the envelope sender of one message. Called for each message, so it must be cheap. */
export type ReturnPath = (ref: MessageRef) => string

/** Opens the return path of an email's messages, once per run of a sending job. Bounces go to the From address. */
export async function openReturnPath(_ctx: Ctx, { sender }: { sender: { address: string } }): Promise<ReturnPath> {
  return () => sender.address
}
