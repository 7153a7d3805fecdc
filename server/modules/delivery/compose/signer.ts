import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { joinBytes } from '../../../lib/bytes/join-bytes.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { createSigner, type Signer as ThreadSigner } from '../../../mail/dkim/signer.ts'
import { findServiceSigningDomain, findSigningDomain, openKeys } from '../signing/signing-domain.ts'

/** Signs messages. Called with up to SIGNED_TOGETHER messages, for several blocks at a time. */
export interface Signer {
  /** Returns the headers to put before each message, each line ended by CRLF. Rejects when nothing may be sent without them. */
  sign(messages: readonly Buffer[]): Promise<Buffer[]>
}

/** Messages that are signed in one call. */
export const SIGNED_TOGETHER = 32

/**
 * Opens the signer for messages of this sender, once per run of a sending job. Null: their domain is not verified, and they are sent
 * without a signature. Messages of a verified domain are never sent without one: if no key signs, `sign` rejects.
 */
export async function openSigner(ctx: Ctx, { sender }: { sender: { address: string } }): Promise<Signer | null> {
  const domain = await findSigningDomain(ctx, { email_address: sender.address })
  if (!domain) return null
  const keys = openKeys(domain)
  return {
    async sign(messages) {
      if (typeof keys === 'string') throw new Error(keys)
      return messageSigner().sign(messages, keys, ctx.now())
    },
  }
}

/**
 * Returns the signer of service emails; null when the domain of MAIL_FROM is not verified, or its keys cannot sign now. A password reset
 * without a signature is better than none.
 */
export async function openServiceSigner({ log, now }: Pick<Ctx, 'log' | 'now'>): Promise<Signer | null> {
  const domain = await findServiceSigningDomain({ email_address: env().MAIL_FROM })
  const keys = domain && openKeys(domain)
  if (typeof keys === 'string') log.warn({ problem: keys }, 'service emails are sent without a signature')
  return keys === null || typeof keys === 'string'
    ? null
    : { sign: (messages) => messageSigner().sign(messages, keys, now()) }
}

/** Returns the messages with their signatures before them; as they are when there is no signer. */
export async function signMessages(signer: Signer | null, messages: readonly Buffer[]): Promise<Buffer[]> {
  const headers = await signer?.sign(messages)
  return messages.map((message, at) => (headers ? joinBytes([headers[at] as Buffer, message]) : message))
}

const open = processSingleton<{ signer?: ThreadSigner }>('message signer', () => ({}))

/**
 * Returns the threads of this process. The server opens them when it starts, because code that Next has bundled finds no file to
 * start a thread from; they start with the first message.
 */
export function messageSigner(): ThreadSigner {
  open.signer ??= createSigner()
  return open.signer
}

/** Ends the threads. The next message starts new ones. */
export async function closeMessageSigner(): Promise<void> {
  const closing = open.signer
  open.signer = undefined
  await closing?.close()
}
