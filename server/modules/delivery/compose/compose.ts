import type { Ctx } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { localeFor } from '../../../core/locale/locales.ts'
import { inLocale } from '../../../core/locale/scope.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { env } from '../../../env.ts'
import type { MailLink } from '../../../mail/html/links.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { snippetsFor } from '../../snippets/contents.ts'
import type { Layout } from '../../templates/service.ts'
import type { Mistake } from '../schema.ts'
import { TRAP_LINK } from '../tracking/evidence.ts'
import { MAX_SEGMENTS } from './segment-conditions.ts'

type Sender = {
  name: string
  address: string
  /** Null or absent: replies go to `address`. */
  reply_to?: string | null
}

/** A draft as the creator wrote it, before compilation. */
export interface Draft {
  subject: string
  preview_text: string | null
  /** Sanitized HTML with Liquid. */
  content: string
  layout: Layout
  sender: Sender
  /** Disables open and click tracking for this email. */
  tracking_disabled: boolean
}

/** The email as recipients get it: Liquid that is parsed once per batch. Stored with the email, so later edits do not change it. */
export interface Snapshot {
  subject: string
  html: string
  /** For subscribers with tracking disabled. Null: the email tracks nothing. */
  html_untracked: string | null
  text: string
  sender: Sender
  account_name: string
  /** Time zone of printed times. Absent: UTC. */
  time_zone?: string
  /** Language of texts that the creator did not write. Absent: English. */
  language?: string
  address: string
  open_tracking: boolean
  click_tracking: boolean
  /** Slots of custom fields, by key. */
  fields: Record<string, string>
}

export interface ComposedMail {
  snapshot: Snapshot
  links: MailLink[]
}

/**
 * Compiles a draft into a snapshot and its links. `links` starts with `known_urls`, the email's links so far, by number from 1. Throws
 * LiquidError for a template error; call `findMistakes` first to locate it.
 */
export async function composeMail(
  ctx: Ctx,
  draft: Draft,
  { known_urls = [] }: { known_urls?: readonly string[] } = {},
): Promise<ComposedMail> {
  const account = await ctx.db.account.findFirstOrThrow({ where: {} })
  const fields = await ctx.db.customField.findMany({ select: { key: true, slot: true } })
  return composeFor(ctx, draft, { account, fields, known_urls })
}

/** Data of the account that its emails contain. */
interface AccountParts {
  account: {
    name: string
    language: string
    time_zone: string
    postal_address: string | null
    open_tracking_enabled: boolean
    click_tracking_enabled: boolean
  }
  fields: readonly { key: string; slot: string }[]
  known_urls?: readonly string[]
}

/** Composes an email of a loaded account, as `composeMail`. */
export async function composeFor(
  ctx: Ctx,
  draft: Draft,
  { account, fields, known_urls = [] }: AccountParts,
): Promise<ComposedMail> {
  const { subject, content, layout } = draft
  const preview_text = draft.preview_text ?? ''
  const snippets = await snippetsFor(ctx, [subject, preview_text, content, layout.html])
  const open_tracking = account.open_tracking_enabled && !draft.tracking_disabled
  const click_tracking = account.click_tracking_enabled && !draft.tracking_disabled
  const compiled = await inLocale(localeFor({ chosen: account.language }), () =>
    textWork(ctx, 'compile', {
      subject,
      content,
      preview_text,
      snippets,
      known_urls,
      account_name: account.name,
      layout: isWholeMail(layout) ? null : layout.html,
      counted_by: click_tracking ? hrefOf('') : null,
      at_end: trackingParts({ open_tracking, click_tracking }),
    }).catch((error: unknown) => {
      throw named(ctx, error)
    }),
  )
  const snapshot: Snapshot = {
    subject: compiled.subject,
    html: compiled.counted,
    html_untracked: open_tracking || click_tracking ? compiled.direct : null,
    text: compiled.text,
    sender: draft.sender,
    account_name: account.name,
    ...(account.time_zone === 'UTC' ? {} : { time_zone: account.time_zone }),
    ...(account.language === 'en' ? {} : { language: account.language }),
    address: account.postal_address ?? '',
    open_tracking,
    click_tracking,
    fields: Object.fromEntries(fields.map(({ key, slot }) => [key, slot])),
  }
  return { snapshot, links: compiled.links }
}

/** Names any other parsing error: the text causes it, so a retry would fail too. */
function named(ctx: Ctx, error: unknown): unknown {
  if (error instanceof LiquidError || error instanceof AppError) return error
  ctx.log.error({ err: error }, 'an email could not be composed')
  return new LiquidError(
    'Envoi cannot build an email from this text. Remove what was added last, or paste it as plain text',
    1,
  )
}

/** Composes as `composeMail`, or returns the position of the error: a part of the draft, or the whole email. */
export async function tryCompose(
  ctx: Ctx,
  draft: Draft,
): Promise<{ composed: ComposedMail } | { mistakes: Mistake[] }> {
  const mistakes = await findMistakes(ctx, draft)
  if (mistakes.length > 0) return { mistakes }
  try {
    return { composed: await composeMail(ctx, draft) }
  } catch (error) {
    const mistake = mistakeOf(error)
    if (!mistake) throw error
    return { mistakes: [{ part: 'content', ...mistake }] }
  }
}

/** Returns undefined for temporary errors, such as an outage or busy threads. */
export function mistakeOf(error: unknown): { message: string; line: number } | undefined {
  if (error instanceof LiquidError) return { message: error.message, line: error.line }
  // The text needs too much time or memory.
  if (error instanceof AppError && error.code === 'invalid') return { message: error.messages.join('. '), line: 1 }
  return undefined
}

/**
 * Throws invalid with the position of each text of an API request that cannot be rendered. Absent texts are skipped. The dashboard saves
 * while someone types, so it shows mistakes beside the text.
 */
export async function refuseMistakes(ctx: Ctx, given: Partial<Texts>): Promise<void> {
  if (ctx.actor.kind !== 'api_key' && ctx.actor.kind !== 'oauth') return
  const { subject, preview_text, content } = given
  if (!subject && !preview_text && !content) return
  const mistakes = await findMistakes(ctx, {
    subject: subject ?? '',
    preview_text: preview_text ?? '',
    content: content ?? '',
  })
  if (mistakes.length > 0) throw invalid(mistakes.map(({ part, line, message }) => `${part}, line ${line}: ${message}`))
}

type Texts = Record<'subject' | 'preview_text' | 'content', string | null | undefined>

/** Returns the parts of the draft that do not parse, with the line. */
export async function findMistakes(
  ctx: Ctx,
  draft: Pick<Draft, 'subject' | 'preview_text' | 'content'> & { layout?: Layout | undefined },
): Promise<Mistake[]> {
  const { subject, content, layout } = draft
  const preview_text = draft.preview_text ?? ''
  const html = layout?.html ?? null
  try {
    const snippets = await snippetsFor(ctx, [subject, preview_text, content, html])
    const email = { subject, preview_text, content, layout: html, snippets, most_segments: MAX_SEGMENTS }
    return await textWork(ctx, 'mistakes', email)
  } catch (error) {
    const mistake = mistakeOf(error)
    if (!mistake) throw error
    return [{ part: 'content', ...mistake }]
  }
}

/** A starting point is a whole email; other templates are layouts around the content. */
const isWholeMail = (layout: Layout) => layout.category === 'Starting point'

const hrefOf = (number: number | '') => `${env().TRACKING_URL}/t/c/{{ delivery.token }}/${number}`

/** The tracking pixel, and a hidden link that only machines follow: browsers neither show nor focus it. */
function trackingParts({ open_tracking, click_tracking }: Pick<Snapshot, 'open_tracking' | 'click_tracking'>): string {
  const trap = `<a href="${hrefOf(TRAP_LINK)}" style="display:none" tabindex="-1" aria-hidden="true"></a>`
  const pixel = `<img src="${env().TRACKING_URL}/t/o/{{ delivery.token }}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  return (click_tracking ? trap : '') + (open_tracking ? pixel : '')
}
