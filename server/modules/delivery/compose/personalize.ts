import type { Ctx } from '../../../core/context.ts'
import { localeFor } from '../../../core/locale/locales.ts'
import { inLocale } from '../../../core/locale/scope.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import type { MailKind } from '../../../db/generated/client.ts'
import { env } from '../../../env.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import { type RequiredPart, requireInHtml, requireInText } from '../../../mail/html/required-parts.ts'
import { segmentNames } from '../../../mail/liquid/condition-names.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import {
  joinTemplate,
  type LiquidTemplate,
  parseLiquid,
  previewVariables,
  readsEvent,
  withGiven,
} from '../../../mail/liquid/template.ts'
import { compileMail } from '../../../mail/mime/message.ts'
import { personalClickUrl, preferencesUrl, trackingToken, unsubscribeUrl } from '../tracking/tokens.ts'
import type { Snapshot } from './compose.ts'
import { echoedHeaders } from './echoed-headers.ts'
import type { ReturnPath } from './return-path.ts'

export interface Message {
  /** The envelope sender, to which bounces go. */
  from: string
  to: string
  /** The address of the From header. */
  author: string
  message_id: string
  raw: Buffer
}

export interface PreparedMail {
  /** True if the email uses `subscriber.tags`, which are loaded only then. */
  needs_tags: boolean
  /** True if the email uses `event`, which is loaded only then. */
  needs_event: boolean
  /** Segments used by the email: `subscriber.segments` has only these. */
  segment_names: readonly string[]
  /** Builds a subscriber's message. Throws LiquidError or HeaderError. */
  message(subscriber: TemplateSubscriber, date: Date): Message
}

/**
 * Parses and encodes an email once; messages only fill in variables. With `test_for`, messages are marked as tests and addressed to it,
 * with the given subscriber's data.
 */
export function prepareMail(
  snapshot: Snapshot,
  {
    account_id,
    mail_id,
    kind = 'broadcast',
    test_for,
    return_path = () => snapshot.sender.address,
  }: {
    account_id: number
    mail_id: number
    kind?: MailKind
    test_for?: string
    return_path?: ReturnPath
  },
): PreparedMail {
  // Rendered once for all messages.
  const { account_name: name, time_zone = 'UTC' } = snapshot
  const shared = { account: { name, time_zone, language: snapshot.language }, address: snapshot.address }
  const subject = withGiven(parseLiquid(snapshot.subject, 'line'), shared)
  const locale = localeFor({ chosen: snapshot.language })
  const text = withGiven(
    inLocale(locale, () => requireInText(snapshot.text)),
    shared,
  )
  const domain = mailDomain()
  const { reply_to } = snapshot.sender
  const frame = {
    from: { name: snapshot.sender.name, address: snapshot.sender.address },
    reply_to: reply_to ? { address: reply_to } : null,
    text,
    list: { name: snapshot.account_name, id: `${account_id}.lists.${domain}` },
    feedback_id: `${mail_id}:${account_id}:${kind}:envoi`,
    headers: echoedHeaders({ account_id, mail_id }),
  }
  const compileVersion = (source: string) => {
    const html = withGiven(
      inLocale(locale, () => requireInHtml(source)),
      shared,
    )
    return { html, skeleton: compileMail({ ...frame, html }) }
  }
  const counted = compileVersion(snapshot.html)
  const uncounted = snapshot.html_untracked === null ? counted : compileVersion(snapshot.html_untracked)

  const valuesOf = (subscriber: TemplateSubscriber) => {
    const ref = { account_id, mail_id, subscriber_id: subscriber.id }
    const unsubscribe_url = unsubscribeUrl(ref)
    const variables = {
      subscriber: subscriberVariables(subscriber, snapshot.fields),
      event: subscriber.event,
      ...shared,
      unsubscribe_url,
      preferences_url: preferencesUrl(unsubscribe_url),
      delivery: { token: trackingToken(ref) },
    }
    const linkUrl = (number: number, target: string) => (number === 0 ? target : personalClickUrl(ref, number, target))
    return { unsubscribe_url, variables, linkUrl }
  }
  const fill = (subscriber: TemplateSubscriber) => {
    const { unsubscribe_url, variables, linkUrl } = valuesOf(subscriber)
    const { html, skeleton } = subscriber.tracking_disabled ? uncounted : counted
    return {
      skeleton,
      unsubscribe_url,
      subject: (test_for ? '[Test] ' : '') + inPart('subject', () => join(subject, subject.render(variables))),
      html_values: inPart('content', () => html.render(variables, linkUrl)),
      text_values: inPart('text', () => text.render(variables)),
    }
  }

  const paths = [snapshot.subject, snapshot.html, snapshot.text].flatMap(previewVariables)
  return {
    needs_tags: paths.some((path) => path.startsWith('subscriber.tags')),
    needs_event: paths.some(readsEvent),
    segment_names: segmentNames([snapshot.subject, snapshot.html, snapshot.text]),
    message(subscriber, date) {
      const filled = fill(subscriber)
      // A delivery keeps its Message-ID on retries. Tests have no delivery and need a random one, because receivers drop a second message
      // with the same id.
      const message_id = `${test_for ? `test.${randomToken(18)}` : `${account_id}.${mail_id}.${subscriber.id}`}@${domain}`
      return {
        from: return_path(
          { account_id, mail_id, subscriber_id: subscriber.id },
          { address: subscriber.email_address, sent_at: date },
        ),
        to: test_for ?? subscriber.email_address,
        author: snapshot.sender.address,
        message_id,
        raw: filled.skeleton.fill({
          to: test_for ? { address: test_for } : { name: subscriber.first_name, address: subscriber.email_address },
          subject: filled.subject,
          message_id,
          date,
          html: filled.html_values,
          text: filled.text_values,
          unsubscribe: { url: filled.unsubscribe_url },
        }),
      }
    },
  }
}

/**
 * Renders the email for a subscriber without counting opens and clicks. Its links unsubscribe no one. Throws LiquidError, and as `textWork`
 * does.
 */
export function viewMail(
  ctx: Pick<Ctx, 'account_id'>,
  snapshot: Snapshot,
  subscriber: TemplateSubscriber,
): Promise<{ subject: string; html: string; text: string }> {
  const { subject, text } = snapshot
  return inLocale(localeFor({ chosen: snapshot.language }), () =>
    textWork(ctx, 'view', {
      subject,
      html: uncountedHtml(snapshot),
      text,
      variables: viewVariables(ctx, snapshot, subscriber),
    }),
  )
}

/**
 * Returns the required parts that each message lacks, for as many subscribers as time allows, at least one. Undefined if no message can
 * lack a part; then `subscribers` is not called. Throws LiquidError, and as `textWork` does.
 */
export function lackingParts(
  ctx: Pick<Ctx, 'account_id'>,
  snapshot: Snapshot,
  { subscribers, most_ms }: { subscribers: () => Promise<readonly TemplateSubscriber[]>; most_ms: number },
): Promise<RequiredPart[][] | undefined> {
  const html = uncountedHtml(snapshot)
  return inLocale(localeFor({ chosen: snapshot.language }), async () => {
    if (!(await textWork(ctx, 'mayLack', { html }))) return undefined
    const variables = (await subscribers()).map((one) => viewVariables(ctx, snapshot, one))
    return textWork(ctx, 'lacking', { html, variables, most_ms })
  })
}

const uncountedHtml = ({ html, html_untracked }: Snapshot): string => html_untracked ?? html

/** Variables for a preview. Its links unsubscribe no one. */
function viewVariables(ctx: Pick<Ctx, 'account_id'>, snapshot: Snapshot, subscriber: TemplateSubscriber) {
  const ref = { account_id: ctx.account_id, mail_id: 0, subscriber_id: 0 }
  const unsubscribe_url = unsubscribeUrl(ref)
  return {
    subscriber: subscriberVariables({ ...subscriber, id: 0, tracking_disabled: true }, snapshot.fields),
    event: subscriber.event,
    account: { name: snapshot.account_name, time_zone: snapshot.time_zone ?? 'UTC', language: snapshot.language },
    address: snapshot.address,
    unsubscribe_url,
    preferences_url: preferencesUrl(unsubscribe_url),
    delivery: { token: trackingToken(ref) },
  }
}

/** Adds the email's part to a LiquidError. */
function inPart<Value>(part: NonNullable<LiquidError['part']>, render: () => Value): Value {
  try {
    return render()
  } catch (error) {
    if (error instanceof LiquidError) error.part = part
    throw error
  }
}

const join = (template: LiquidTemplate, values: string[]) => joinTemplate(template, values)

/** The domain of message and list ids. It must contain a dot, unlike `localhost` and `[::1]`. */
function mailDomain(): string {
  const { hostname } = new URL(env().BASE_URL)
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname) ? hostname : 'envoi.localhost'
}
