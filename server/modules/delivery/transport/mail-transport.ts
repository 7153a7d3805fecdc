import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { createSmtpTransport } from '../../../mail/smtp/transport.ts'
import { parseSmtpUrl } from '../../../mail/smtp/url.ts'
import type { MailTransport } from '../../../mail/transport.ts'
import type { CatchReason } from '../schema.ts'
import { mailCatcher } from './mail-catcher.ts'

/** A transport and its number of connections, each of which sends one message at a time. */
export interface OpenTransport {
  /** Stored with each delivery it takes. */
  name: string
  transport: MailTransport
  connections: number
  /** False for the mail catcher, which accepts everything. */
  is_server: boolean
}

const CATCHER: OpenTransport = { name: 'mail catcher', transport: mailCatcher, connections: 4, is_server: false }

const open = processSingleton<{ transport?: OpenTransport & { url: string | undefined } }>('mail transport', () => ({}))

/** Returns this process's transport: the SMTP server of the settings, or the mail catcher. One pool per process. */
export function mailTransport(): OpenTransport {
  const url = env().SMTP_URL
  if (open.transport?.url !== url) void closeMailTransport()
  open.transport ??= { url, ...(url ? smtp(url) : CATCHER) }
  return open.transport
}

/** Returns the transport for an account's messages to its subscribers. */
export async function transportOf(ctx: Ctx): Promise<OpenTransport> {
  return (await whyMailIsCaught(ctx)) === null ? mailTransport() : CATCHER
}

/** Returns why an account's messages are caught; null when they are sent. Email to generated subscribers is always caught. */
export async function whyMailIsCaught(ctx: Ctx): Promise<CatchReason | null> {
  if (!isMailServerSet()) return 'no_mail_server'
  const { mail_is_caught } = await ctx.db.account.findFirstOrThrow({ select: { mail_is_caught: true } })
  return mail_is_caught ? 'made_up_subscribers' : null
}

/** Whether a mail server is configured. Without one, all email is caught. */
export const isMailServerSet = (): boolean => env().SMTP_URL !== undefined

/** Closes the connections. The next message opens a new one. */
export async function closeMailTransport(): Promise<void> {
  const closing = open.transport
  open.transport = undefined
  await closing?.transport.close()
}

function smtp(url: string): OpenTransport {
  const options = parseSmtpUrl(url)
  const { host, port } = options
  return {
    name: `${host}:${port}`,
    transport: createSmtpTransport(options),
    connections: options.pool,
    is_server: true,
  }
}
