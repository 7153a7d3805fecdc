import { type Ctx, serviceCtx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import type { MailTransport } from '../../../mail/transport.ts'
import { isSending, openTransports } from '../../transports/open-transports.ts'
import { Route } from '../../transports/route.ts'
import type { CatchReason } from '../schema.ts'
import { mailCatcher } from './mail-catcher.ts'

/** The transport of an account's messages, and its number of connections. Each sends one message at a time. */
export interface OpenTransport {
  /** Stored with each delivery, unless the result names another transport. */
  name: string
  transport: Pick<MailTransport, 'send'>
  connections: number
  /** False for the mail catcher, which accepts everything. */
  is_server: boolean
  /** Chooses among the configured transports. Null for the mail catcher. */
  route: Route | null
}

const CATCHER: OpenTransport = {
  name: 'mail catcher',
  transport: mailCatcher,
  connections: 4,
  is_server: false,
  route: null,
}

/** Returns the transport of service emails. */
export function serviceTransport({ now }: { now: () => Date }): OpenTransport {
  return isMailServerSet() ? routed({ ...serviceCtx(), now }, { from: env().MAIL_FROM }) : CATCHER
}

/** Returns the transport of an account's messages from this address. */
export async function transportOf(ctx: Ctx, { from }: { from: string }): Promise<OpenTransport> {
  return (await whyMailIsCaught(ctx)) === null ? routed(ctx, { from }) : CATCHER
}

/** Returns why an account's messages are caught. Null: they are sent. Email to generated subscribers is always caught. */
export async function whyMailIsCaught(ctx: Ctx): Promise<CatchReason | null> {
  if (!isMailServerSet()) return 'no_mail_server'
  const { mail_is_caught } = await ctx.db.account.findFirstOrThrow({ select: { mail_is_caught: true } })
  return mail_is_caught ? 'made_up_subscribers' : null
}

/** Returns whether a mail server is configured. Without one, all email is caught. */
export const isMailServerSet = isSending

function routed(ctx: Ctx, { from }: { from: string }): OpenTransport {
  const route = new Route(ctx, { domain: asciiDomainOf(from), transports: openTransports() })
  return { name: 'none', transport: route, connections: route.connections, is_server: true, route }
}
