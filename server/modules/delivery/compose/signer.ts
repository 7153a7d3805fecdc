import type { Ctx } from '../../../core/context.ts'

/** Signs messages. Called with up to SIGNED_TOGETHER messages, for several blocks at a time. */
export interface Signer {
  /** Returns the headers to put before each message, each line ended by CRLF. Rejects when nothing may be sent without them. */
  sign(messages: readonly Buffer[]): Promise<Buffer[]>
}

/** Messages that are signed in one call. */
export const SIGNED_TOGETHER = 32

/** Opens the signer for messages of this sender, once per run of a sending job. Null: they are sent without a signature. */
export async function openSigner(_ctx: Ctx, _mail: { sender: { address: string } }): Promise<Signer | null> {
  return null
}
