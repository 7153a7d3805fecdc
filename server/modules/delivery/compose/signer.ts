import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { joinBytes } from '../../../lib/bytes/join-bytes.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { createSigner, type Signer as ThreadSigner } from '../../../mail/dkim/signer.ts'
import { findServiceSigningDomain, findSigningDomain, openKeys } from '../signing/signing-domain.ts'

/** Signs messages: up to SIGNED_TOGETHER per call, and several calls at a time. */
export interface Signer {
  /** Returns the headers to prepend to each message, lines ending in CRLF. Rejects if messages must not be sent unsigned. */
  sign(messages: readonly Buffer[]): Promise<Buffer[]>
}

/** Messages signed in one call. */
export const SIGNED_TOGETHER = 32

/**
 * Opens the signer for a sender's messages, once per run of a sending job. Null: the domain is not verified, so messages are sent unsigned.
 * Messages of a verified domain are never sent unsigned: without a usable key, `sign` rejects.
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
 * Returns the signer of service emails. Null if the domain of MAIL_FROM is not verified, or no key can sign now: an unsigned password reset
 * is better than none.
 */
export async function openServiceSigner({ log, now }: Pick<Ctx, 'log' | 'now'>): Promise<Signer | null> {
  const domain = await findServiceSigningDomain({ email_address: env().MAIL_FROM })
  const keys = domain && openKeys(domain)
  if (typeof keys === 'string') log.warn({ problem: keys }, 'service emails are sent without a signature')
  return keys === null || typeof keys === 'string'
    ? null
    : { sign: (messages) => messageSigner().sign(messages, keys, now()) }
}

/** Returns the messages with their signatures prepended, or unchanged without a signer. */
export async function signMessages(signer: Signer | null, messages: readonly Buffer[]): Promise<Buffer[]> {
  const headers = await signer?.sign(messages)
  return messages.map((message, at) => (headers ? joinBytes([headers[at] as Buffer, message]) : message))
}

const open = processSingleton<{ signer?: ThreadSigner }>('message signer', () => ({}))

/**
 * Returns the signing threads of this process, which start with the first message. The server creates them at its start, because code
 * bundled by Next cannot find the file of a thread.
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
