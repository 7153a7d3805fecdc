import type { Ctx } from '../../core/context.ts'
import { env } from '../../env.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { createSmtpTransport } from '../../mail/smtp/transport.ts'
import { parseSmtpUrl } from '../../mail/smtp/url.ts'
import type { MailTransport } from '../../mail/transport.ts'
import { mailCatcher } from './mail-catcher.ts'
import type { CatchReason } from './schema.ts'

/** A way out, and how many messages may be under way on it at once: one per connection. */
export interface OpenTransport {
  transport: MailTransport
  connections: number
  /** False for the mail catcher, which takes everything. */
  is_server: boolean
}

const CATCHER: OpenTransport = { transport: mailCatcher, connections: 4, is_server: false }

const open = processSingleton<{ transport?: OpenTransport & { url: string | undefined } }>('mail transport', () => ({}))

/** Where this process hands mail over: the SMTP server of the settings, or the built-in catcher. One pool per process. */
export function mailTransport(): OpenTransport {
  const url = env().SMTP_URL
  if (open.transport?.url !== url) void closeMailTransport()
  open.transport ??= { url, ...(url ? smtp(url) : CATCHER) }
  return open.transport
}

/** Where an account's messages to its subscribers go. */
export async function transportOf(ctx: Ctx): Promise<OpenTransport> {
  return (await whyMailIsCaught(ctx)) === null ? mailTransport() : CATCHER
}

/** Why an account's messages to its subscribers are caught; null when they are sent. Mail to made-up subscribers never leaves. */
export async function whyMailIsCaught(ctx: Ctx): Promise<CatchReason | null> {
  if (!isMailServerSet()) return 'no_mail_server'
  const { mail_is_caught } = await ctx.db.account.findFirstOrThrow({ select: { mail_is_caught: true } })
  return mail_is_caught ? 'made_up_subscribers' : null
}

/** Whether mail can leave this instance. Until then everything is caught. */
export const isMailServerSet = (): boolean => env().SMTP_URL !== undefined

/** Says goodbye to the server. The next message opens a new connection. */
export async function closeMailTransport(): Promise<void> {
  const closing = open.transport
  open.transport = undefined
  await closing?.transport.close()
}

function smtp(url: string): OpenTransport {
  const options = parseSmtpUrl(url)
  return { transport: createSmtpTransport(options), connections: options.pool, is_server: true }
}
