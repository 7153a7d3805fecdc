import type { Ctx } from '../../../core/context.ts'
import { findReturnPathDomain } from '../signing/signing-domain.ts'
import { returnPath, returnPathTarget } from '../tracking/return-path.ts'
import type { MessageRef } from '../tracking/tokens.ts'

/** Returns a message's envelope sender. Called for each message, so it must be cheap. */
export type ReturnPath = (ref: MessageRef, message: { address: string; sent_at: Date }) => string

/**
 * Prepares the return paths of an email, once per run of a sending job. With BOUNCE_DOMAIN each message has its own, below the sending
 * domain if its DNS has the record, which also aligns SPF. Otherwise bounces go to the From address.
 */
export async function openReturnPath(ctx: Ctx, { sender }: { sender: { address: string } }): Promise<ReturnPath> {
  const below = returnPathTarget() ? await findReturnPathDomain(ctx, { email_address: sender.address }) : null
  return (ref, message) => returnPath(ref, { ...message, below }) ?? sender.address
}
