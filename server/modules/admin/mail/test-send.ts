import { randomUUID } from 'node:crypto'
import { adminRecord } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import { env } from '../../../env.ts'
import { domainOf } from '../../../lib/text/email-address.ts'
import { escapeHtml } from '../../../mail/html/escape-html.ts'
import { compileMail } from '../../../mail/mime/message.ts'
import { SmtpSession } from '../../../mail/smtp/session.ts'
import { SmtpError } from '../../../mail/smtp/smtp-error.ts'
import { parseSmtpUrl } from '../../../mail/smtp/url.ts'
import type { OutgoingMessage, SendResult } from '../../../mail/transport.ts'
import { isHttpUrl } from '../../../mail/transport-settings.ts'
import { openServiceSigner, signMessages } from '../../delivery/compose/signer.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { countAttempt } from '../../throttle/service.ts'
import { openTransports, type Transport } from '../../transports/open-transports.ts'
import type { SmtpStep, TestSend, TestSendResult } from '../mail-schema.ts'
import { maskedAddress } from './find-messages.ts'

/** Maximum number of recorded replies. A conversation has about ten. */
const MAX_STEPS = 40
const TIMEOUT_MS = 15_000
/** Time limit for the final reply, because an administrator is waiting. */
const FINAL_TIMEOUT_MS = 60_000

/**
 * Sends a message over one transport, even a failing one, and returns each reply of the server. Writes an audit entry first. Throws invalid
 * for an unknown transport or an address that the instance must not email, and rate_limited.
 */
export async function sendTest(ctx: Ctx, { transport: name, to }: TestSend): Promise<TestSendResult> {
  const { actor } = ctx
  if (actor.kind !== 'administrator') throw forbidden()
  const transport = openTransports().find((one) => one.name === name)
  if (!transport) throw invalid('This instance has no transport of this name')
  if ((await findSuppressed(ctx, { email_addresses: [to] })).size > 0)
    throw invalid('The suppression list of this instance has this address')
  await countAttempt(ctx, { attempt: 'test_send', target: String(actor.user_id) })
  await adminRecord(ctx, { action: 'test_sent', details: { transport: name, address: maskedAddress(to) } })
  const { raw, message_id } = await compose(ctx, { transport, to })
  const start_time = performance.now()
  const sent = await hand(transport, { envelope: { from: env().MAIL_FROM, to }, raw, account_id: null })
  const { result, steps, is_encrypted } = sent
  ctx.log.info({ transport: name, result: result.kind }, 'test message sent by an administrator')
  return {
    transport: name,
    server: transport.server,
    result: result.kind,
    response: result.response,
    is_encrypted,
    message_id,
    ms: Math.round(performance.now() - start_time),
    steps,
  }
}

async function compose(ctx: Ctx, { transport, to }: { transport: Transport; to: string }) {
  const from = env().MAIL_FROM
  const message_id = `test.${randomUUID()}@${domainOf(from)}`
  const text = `An administrator of this Envoi instance sent this message over the transport “${transport.name}” to test it.\n\nSent ${iso(ctx.now())}.\n`
  const unsigned = compileMail({
    from: { name: 'Envoi', address: from },
    text: { fixed: [text] },
    html: { fixed: [`<p>${escapeHtml(text)}</p>`] },
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).fill({ to: { address: to }, subject: 'Test of a transport', message_id, date: ctx.now(), text: [], html: [] })
  const [raw = unsigned] = await signMessages(await openServiceSigner(ctx), [unsigned])
  return { raw, message_id }
}

interface Handed {
  result: SendResult
  steps: SmtpStep[]
  is_encrypted: boolean | null
}

async function hand({ settings, transport }: Transport, message: OutgoingMessage): Promise<Handed> {
  if (isHttpUrl(settings.url))
    return { result: await transport.send(message), steps: [], is_encrypted: settings.url.startsWith('https') }
  const started = performance.now()
  const steps: SmtpStep[] = []
  const note = (step: Omit<SmtpStep, 'ms'>) => {
    if (steps.length < MAX_STEPS) steps.push({ ...step, ms: Math.round(performance.now() - started) })
  }
  const options = { ...parseSmtpUrl(settings.url), timeout_ms: TIMEOUT_MS, final_timeout_ms: FINAL_TIMEOUT_MS }
  try {
    // A separate connection, so all replies belong to this message.
    const session = await SmtpSession.open(options, note)
    const { fresh: _fresh, ...result } = await session.send(message)
    await session.quit()
    return { result, steps, is_encrypted: session.facts.is_encrypted }
  } catch (error) {
    const { stage, code } = error instanceof SmtpError ? error : { stage: 'connect' as const, code: undefined }
    const result = {
      kind: 'deferred' as const,
      stage,
      response: (error as Error).message,
      ...(code !== undefined && { code }),
    }
    return { result, steps, is_encrypted: null }
  }
}
