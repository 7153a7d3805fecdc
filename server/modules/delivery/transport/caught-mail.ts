import PostalMime from 'postal-mime'
import { type Ctx, hasRole, type Role } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { CAUGHT_MAIL_ROLES } from '../../../mail/transport.ts'
import type { CatcherView, CaughtMail, CaughtMailFilter, CaughtMessage } from '../schema.ts'
import { whyMailIsCaught } from './mail-transport.ts'

/**
 * Restricts caught email by the member's role (`CAUGHT_MAIL_ROLES`), because its links act for the recipient. With a mail server, only
 * messages to generated subscribers are caught, and earlier catches are hidden. @returns a condition over `caught_mail t`; `$1` is the
 * account, `$2` the member's role
 */
async function visibleMail(ctx: Ctx): Promise<{ where: string; role: Role }> {
  const reason = await whyMailIsCaught(ctx)
  const role = shownRole(ctx)
  // Role values are ordered from owner to viewer.
  const all = 't.account_id = $1 and t.shown_to >= $2::text::role'
  const shown = {
    no_mail_server: all,
    made_up_subscribers: `${all} and t.shown_to >= '${CAUGHT_MAIL_ROLES.subscriber_email}'`,
    none: `${all} and false`,
  }
  return { where: shown[reason ?? 'none'], role }
}

/** A program sees what editors see: emails of the service have links that give access to the account. */
function shownRole(ctx: Ctx): Role {
  if (ctx.actor.kind === 'user') return ctx.actor.role
  return hasRole(ctx, CAUGHT_MAIL_ROLES.subscriber_email) ? CAUGHT_MAIL_ROLES.subscriber_email : 'viewer'
}

/** Returns why the account's email is caught. Null: it is sent. */
export async function getCatcher(ctx: Ctx): Promise<CatcherView> {
  return { reason: await whyMailIsCaught(ctx) }
}

/** Lists caught email, newest first. */
export async function listCaughtMail(
  ctx: Ctx,
  { search, ...paging }: CaughtMailFilter & PageQuery,
): Promise<Page<CaughtMail>> {
  const { where, role } = await visibleMail(ctx)
  return keysetPage<CaughtMail>(ctx.sql, paging, {
    name: 'caught_mail',
    view: `t.id, t.mail_from as "from", t.rcpt_to as "to", t.subject, ${isoSql('t.created_at')} as created_at`,
    from: 'caught_mail t',
    columns: 't.id, t.mail_from, t.rcpt_to, t.subject, t.created_at',
    where: [where, ...(search ? [`position(lower($3) in lower(t.rcpt_to || ' ' || t.subject)) > 0`] : [])],
    values: search ? [role, search] : [role],
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
}

export async function getCaughtMail(ctx: Ctx, { id }: { id: number }): Promise<CaughtMessage> {
  const { where, role } = await visibleMail(ctx)
  const row = await ctx.sql.one<CaughtMail & { raw: string }>(
    `select t.id, t.mail_from as "from", t.rcpt_to as "to", t.subject, ${isoSql('t.created_at')} as created_at,
       encode(t.raw, 'base64') as raw
     from caught_mail t where ${where} and t.id = $3`,
    [role, id],
  )
  if (!row) throw notFound()
  const raw = Buffer.from(row.raw, 'base64')
  const mail = await PostalMime.parse(raw)
  const { html, blocked_images } = withoutRemoteImages(mail.html)
  return {
    ...row,
    html,
    text: mail.text ?? null,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      type: mimeType,
      bytes: Buffer.byteLength(content as ArrayBuffer),
    })),
    byte_size: raw.length,
    blocked_images,
  }
}

export async function deleteCaughtMail(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { where, role } = await visibleMail(ctx)
  if ((await ctx.sql.run(`delete from caught_mail t where ${where} and t.id = $3`, [role, id])) === 0) throw notFound()
}

/** Deletes all caught email that the member can see. */
export async function clearCaughtMail(ctx: Ctx): Promise<void> {
  const { where, role } = await visibleMail(ctx)
  await ctx.sql.run(`delete from caught_mail t where ${where}`, [role])
}

/** Removes remote images, so viewing a caught message counts no open and contacts no server. */
function withoutRemoteImages(html: string | undefined): { html: string | null; blocked_images: number } {
  if (html === undefined) return { html: null, blocked_images: 0 }
  let blocked_images = 0
  const without_images = html.replace(/<img\b[^<>]*>/gi, (tag) =>
    tag.replace(/\s(src|srcset)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, (attribute, name: string, value: string) => {
      if (/^["']?(?:cid|data):/i.test(value)) return attribute
      if (name.toLowerCase() === 'src') blocked_images++
      return ''
    }),
  )
  return { html: NOTHING_REMOTE + without_images, blocked_images }
}

/** Blocks other remote content: backgrounds, fonts, external styles. */
const NOTHING_REMOTE =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data: cid:; style-src \'unsafe-inline\'">'
