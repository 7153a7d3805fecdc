import PostalMime from 'postal-mime'
import { type Ctx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page.ts'
import { isoSql } from '../../core/wire.ts'
import { sweep } from '../../db/sweep.ts'
import type { MailTransport } from '../../lib/mail-transport.ts'
import type { CaughtMail, CaughtMailFilter, CaughtMessage } from './schema.ts'

/** Keeps messages in the database instead of sending them: what a fresh machine does until SMTP_URL is set. */
export const mailCatcher: MailTransport = {
  async send({ envelope, raw, account_id, beforeHandOver }) {
    try {
      await beforeHandOver?.()
      await systemPool().query(
        'insert into caught_mail (account_id, mail_from, rcpt_to, subject, raw) values ($1, $2, $3, $4, $5)',
        [account_id ?? null, envelope.from, envelope.to, await subjectOf(raw), raw],
      )
      return { kind: 'accepted', response: 'Kept by the mail catcher' }
    } catch (error) {
      return { kind: 'deferred', stage: 'message', response: (error as Error).message }
    }
  },
  verify: async () => undefined,
  close: async () => undefined,
}

/** Newest first. */
export function listCaughtMail(
  ctx: Ctx,
  { search, ...paging }: CaughtMailFilter & PageQuery,
): Promise<Page<CaughtMail>> {
  return keysetPage<CaughtMail>(
    ctx.sql,
    {
      name: 'caught_mail',
      view: `t.id, t.mail_from as "from", t.rcpt_to as "to", t.subject, ${isoSql('t.created_at')} as created_at`,
      from: 'caught_mail t',
      columns: 't.id, t.mail_from, t.rcpt_to, t.subject, t.created_at',
      where: [
        't.account_id = $1',
        ...(search ? [`position(lower($2) in lower(t.rcpt_to || ' ' || t.subject)) > 0`] : []),
      ],
      values: search ? [search] : [],
      order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
    },
    paging,
  )
}

export async function getCaughtMail(ctx: Ctx, { id }: { id: number }): Promise<CaughtMessage> {
  const row = await ctx.sql.one<CaughtMail & { raw: string }>(
    `select id, mail_from as "from", rcpt_to as "to", subject, ${isoSql('created_at')} as created_at, encode(raw, 'base64') as raw
     from caught_mail where account_id = $1 and id = $2`,
    [id],
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
  if ((await ctx.sql.run('delete from caught_mail where account_id = $1 and id = $2', [id])) === 0) throw notFound()
}

export async function clearCaughtMail(ctx: Ctx): Promise<void> {
  await ctx.sql.run('delete from caught_mail where account_id = $1')
}

const KEEP_CAUGHT_MS = 30 * 86_400_000

/** Over all accounts: a catch is for looking at what was just sent, and holds personal data. */
export function sweepCaughtMail({ now }: { now: Date }): Promise<number> {
  return sweep({ table: 'caught_mail', where: 'created_at < $1', values: [new Date(+now - KEEP_CAUGHT_MS)] })
}

async function subjectOf(raw: Buffer): Promise<string> {
  const end = raw.indexOf('\r\n\r\n')
  const { subject } = await PostalMime.parse(raw.subarray(0, end < 0 ? raw.length : end + 4))
  return (subject ?? '').toWellFormed().replaceAll('\0', '')
}

/** Looking at a caught mail must neither count as an open nor tell anybody that it was looked at. */
function withoutRemoteImages(html: string | undefined): { html: string | null; blocked_images: number } {
  if (html === undefined) return { html: null, blocked_images: 0 }
  let blocked_images = 0
  const shown = html.replace(/<img\b[^>]*>/gi, (tag) =>
    tag.replace(/\s(src|srcset)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, (attribute, name: string, value: string) => {
      if (/^["']?(?:cid|data):/i.test(value)) return attribute
      if (name.toLowerCase() === 'src') blocked_images++
      return ''
    }),
  )
  return { html: NOTHING_REMOTE + shown, blocked_images }
}

/** What the rewriting above overlooks (backgrounds, fonts, styles from elsewhere) the browser itself refuses to load. */
const NOTHING_REMOTE =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data: cid:; style-src \'unsafe-inline\'">'
