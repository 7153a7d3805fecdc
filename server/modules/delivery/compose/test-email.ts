import { type Ctx, memberOf } from '../../../core/context.ts'
import { forbidden, invalid, unavailable } from '../../../core/errors.ts'
import { unscoped } from '../../../db/client.ts'
import { t } from '../../../lib/locale/texts.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import { segmentNames } from '../../../mail/liquid/condition-names.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { CAUGHT_MAIL_ROLES } from '../../../mail/transport.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { countTestEmails } from '../../throttle/service.ts'
import { findPause } from '../reputation/guard.ts'
import type { TestResult } from '../schema.ts'
import { type OpenTransport, transportOf } from '../transport/mail-transport.ts'
import { type Draft, type Snapshot, tryCompose } from './compose.ts'
import { type Message, prepareMail } from './personalize.ts'
import { renderProblem } from './preflight.ts'
import { loadSegments } from './segment-conditions.ts'
import { openSigner, signMessages } from './signer.ts'

interface TestEmail {
  draft: Draft
  /** The subscriber whose data is used. */
  recipient: TemplateSubscriber
  /** Absent or empty: the signed-in user's address. */
  email_addresses?: readonly string[] | undefined
}

/**
 * Sends the draft as a test, rendered for this subscriber. No delivery is stored, nothing is counted, and its links do not affect the
 * subscriber. Throws invalid, forbidden or rate_limited before sending, and unavailable if no address received it.
 */
export async function sendTest(ctx: Ctx, { draft, recipient, email_addresses = [] }: TestEmail): Promise<TestResult> {
  const own = await addressOfActor(ctx)
  const addresses = email_addresses.length > 0 ? email_addresses : own === null ? [] : [own]
  if (addresses.length === 0) throw invalid('email_addresses is required')
  const pause = await findPause(ctx, { email_address: draft.sender.address })
  if (pause?.is_suspended) throw forbidden(pause.reason)
  const tried = await tryCompose(ctx, { ...draft, tracking_disabled: true })
  if ('mistakes' in tried) throw invalid(tried.mistakes.map(({ line, message }) => t`Line ${line}: ${message}`))
  const { snapshot } = tried.composed
  await loadSegments(ctx, [recipient], { names: segmentNames([snapshot.subject, snapshot.html, snapshot.text]) })
  const messages = addresses.map((address) => buildTest(ctx, snapshot, recipient, address))
  const members = await membersAmong(ctx, addresses)
  const others = addresses.filter((address) => address !== own && !members.has(address))
  await refuseUnwanted(ctx, { all: addresses, others })
  await countTestEmails(ctx, { messages: messages.length, others: others.length })
  const signer = await openSigner(ctx, { sender: draft.sender })
  const signed = await signMessages(
    signer,
    messages.map(({ raw }) => raw),
  )
  const outgoing = messages.map((message, at) => ({ ...message, raw: signed[at] as Buffer }))
  const result = await sendAll(ctx, outgoing, await transportOf(ctx, { from: snapshot.sender.address }))
  const [failure] = result.failed
  if (failure && result.sent.length === 0) throw unavailable(failure.problem)
  return result
}

/** Null for a key without a creator. */
async function addressOfActor(ctx: Ctx): Promise<string | null> {
  const user_id = memberOf(ctx)
  if (user_id === null) return null
  const { email } = await unscoped().user.findUniqueOrThrow({
    where: { id: user_id },
    select: { email: true },
  })
  return normalizeEmailAddress(email)
}

async function membersAmong(ctx: Ctx, email_addresses: readonly string[]): Promise<Set<string>> {
  const members = await unscoped().membership.findMany({
    where: { account_id: ctx.account_id, user: { email: { in: [...email_addresses] } } },
    select: { user: { select: { email: true } } },
  })
  return new Set(members.map(({ user }) => normalizeEmailAddress(user.email)))
}

/** Throws invalid for suppressed addresses (B7), and for former subscribers unless they are members. */
async function refuseUnwanted(
  ctx: Ctx,
  { all, others }: { all: readonly string[]; others: readonly string[] },
): Promise<void> {
  const suppressed = await findSuppressed(ctx, { email_addresses: all })
  const stopped = await ctx.sql.rows<{ email_address: string; state: string }>(
    `select email_address, state::text from subscriber where account_id = $1
       and (email_address = any ($2::text[]) and state in ('bounced', 'complained')
         or email_address = any ($3::text[]) and state = 'cancelled')`,
    [all, others],
  )
  const state_of = new Map(stopped.map(({ email_address, state }) => [email_address, state]))
  const problems = all.flatMap((address) => {
    const why = suppressed.has(address) ? 'suppressed' : state_of.get(address)
    return why === undefined
      ? []
      : [`${address} ${STOPPED[why] ?? 'must not get email'}. Use another address for the test`]
  })
  if (problems.length > 0) throw invalid(problems.join('. '))
}

const STOPPED: Record<string, string> = {
  suppressed: 'is blocked from receiving email',
  bounced: 'has bounced',
  complained: 'reported your email as spam',
  cancelled: 'has unsubscribed',
}

function buildTest(ctx: Ctx, snapshot: Snapshot, recipient: TemplateSubscriber, test_for: string): Message {
  try {
    const prepared = prepareMail(snapshot, { account_id: ctx.account_id, mail_id: 0, test_for })
    return prepared.message({ ...recipient, id: 0 }, ctx.now())
  } catch (error) {
    const problem = renderProblem(error)
    if (problem === null) throw error
    throw invalid(problem)
  }
}

async function sendAll(
  ctx: Ctx,
  messages: readonly Message[],
  { transport, route }: OpenTransport,
): Promise<TestResult> {
  const result: TestResult = { sent: [], failed: [] }
  await route?.refresh()
  for (const { from, to, raw } of messages) {
    const reply = await transport.send({
      envelope: { from, to },
      raw,
      account_id: ctx.account_id,
      shown_to: CAUGHT_MAIL_ROLES.subscriber_email,
    })
    if (reply.kind === 'accepted') result.sent.push(to)
    else
      result.failed.push({
        email_address: to,
        problem: `The mail server did not accept the message to ${to}: ${reply.response}`,
      })
  }
  const settling = route?.settle({ is_stuck: false })
  // An error would suggest that nothing was sent, and users would repeat the test.
  await settling?.catch((err: unknown) => ctx.log.warn({ err }, 'what a transport answered to a test was not stored'))
  return result
}
