import type { Ctx } from '../../core/context.ts'
import { env } from '../../env.ts'
import type { MailTransport } from '../../lib/mail-transport.ts'
import { createSmtpTransport } from '../../lib/smtp.ts'
import { parseSmtpUrl } from '../../lib/smtp-url.ts'
import { mailCatcher } from './mail-catcher.ts'

/** A way out, and how many messages may be under way on it at once: one per connection. */
export interface OpenTransport {
  transport: MailTransport
  connections: number
}

const CATCHER: OpenTransport = { transport: mailCatcher, connections: 4 }

/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & { envoi_transport?: OpenTransport & { url: string | undefined } }

/** Where this process hands mail over: the SMTP server of the settings, or the built-in catcher. One pool per process. */
export function mailTransport(): OpenTransport {
  const url = env().SMTP_URL
  if (holder.envoi_transport?.url !== url) void closeMailTransport()
  holder.envoi_transport ??= { url, ...(url ? smtp(url) : CATCHER) }
  return holder.envoi_transport
}

/** Where an account's mail to its readers goes: that of an account with invented readers never leaves. */
export async function transportOf(ctx: Ctx): Promise<OpenTransport> {
  const { mail_is_caught } = await ctx.db.account.findFirstOrThrow({ select: { mail_is_caught: true } })
  return mail_is_caught ? CATCHER : mailTransport()
}

/** Says goodbye to the server. The next message opens a new connection. */
export async function closeMailTransport(): Promise<void> {
  const open = holder.envoi_transport
  holder.envoi_transport = undefined
  await open?.transport.close()
}

function smtp(url: string): OpenTransport {
  const options = parseSmtpUrl(url)
  return { transport: createSmtpTransport(options), connections: options.pool }
}
