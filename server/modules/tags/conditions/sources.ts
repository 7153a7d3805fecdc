import { type ConditionKind, renameInConditions } from '../../../mail/liquid/condition-names.ts'
import type { Change, Source } from './replacing.ts'

/** JSON keys whose values are not HTML, so entities in them are literal characters of a name. */
const PLAIN = new Set(['subject', 'preview_text', 'text'])

/** Returns a replacement for conditions in a text, or in all texts of a JSON value. */
const renaming =
  (kind: ConditionKind, is_html: boolean): Change =>
  (value, replacement): unknown => {
    if (typeof value === 'string')
      return renameInConditions(value, {
        kind: kind,
        from: replacement.from.name,
        into: replacement.into.name,
        is_html,
      })
    if (Array.isArray(value)) return value.map((item) => renaming(kind, is_html)(item, replacement))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        renaming(kind, is_html && !PLAIN.has(name))(field, replacement),
      ]),
    )
  }
const SELF = (name: string) => ({ id: 't.id', name: `t.${name}` })
const AUTOMATION = {
  id: 'a.id',
  name: 'a.name',
  join: 'join automation a on a.account_id = t.account_id and a.id = t.automation_id',
}
/** SQL condition on a `mail`: messages may still be sent, or sent again. */
const isOpen = (mail: string) => `${mail}.completed_at is null and ${mail}.aborted_at is null`
/** Changes the hash, so a new email with the former content is not considered the same as this one. */
const OTHER_CONTENT = `content_hash = content_hash || '-' || gen_random_uuid()`

type Kind = 'sequence' | 'broadcast' | 'automation' | 'snippet' | 'template' | 'post'

/** Returns all sources whose conditions name tags, or segments. Completely sent emails stay as they were sent. */
function sourcesOf(by: ConditionKind): readonly Source<Kind>[] {
  const has = { has: `subscriber.${by}` }
  const [inHtml, inPlain] = [renaming(by, true), renaming(by, false)]
  const texts = { subject: inPlain, preview_text: inPlain, content: inHtml }
  return [
    {
      ...has,
      kind: 'sequence',
      table: 'sequence_email',
      key: ['id'],
      of: {
        id: 's.id',
        name: 's.name',
        join: 'join sequence s on s.account_id = t.account_id and s.id = t.sequence_id',
      },
      columns: { ...texts, draft: inHtml },
      where: 't.deleted_at is null and s.deleted_at is null',
    },
    {
      ...has,
      kind: 'broadcast',
      table: 'broadcast',
      key: ['id'],
      of: SELF('subject'),
      columns: { ...texts, versions: inHtml },
      where: "t.status <> 'completed'",
    },
    {
      ...has,
      kind: 'automation',
      table: 'automation',
      key: ['id'],
      of: SELF('name'),
      columns: { draft: inPlain },
      where: 't.deleted_at is null',
      also: 'revision = revision + 1',
    },
    {
      ...has,
      kind: 'automation',
      table: 'automation_version',
      key: ['automation_id', 'version'],
      of: AUTOMATION,
      columns: { graph: inPlain },
    },
    { ...has, kind: 'automation', table: 'automation_email', key: ['id'], of: AUTOMATION, columns: texts },
    {
      ...has,
      kind: 'automation',
      table: 'automation_version_email',
      key: ['automation_id', 'version', 'email_id'],
      of: AUTOMATION,
      columns: texts,
    },
    {
      ...has,
      kind: 'snippet',
      table: 'snippet',
      key: ['id'],
      of: SELF('name'),
      columns: { content: inHtml, value_html: inHtml },
    },
    {
      ...has,
      kind: 'template',
      table: 'email_template',
      key: ['id'],
      of: SELF('name'),
      columns: { html: inHtml, source: inHtml },
    },
    { ...has, kind: 'post', table: 'post', key: ['id'], of: SELF('title'), columns: { content: inHtml } },
    {
      ...has,
      kind: 'sequence',
      table: 'mail',
      key: ['id'],
      of: {
        id: 's.id',
        name: 's.name',
        join: `join sequence_email e on e.account_id = t.account_id and e.id = t.sequence_email_id
        join sequence s on s.account_id = t.account_id and s.id = e.sequence_id`,
      },
      columns: { snapshot: inHtml },
      where: isOpen('t'),
      also: OTHER_CONTENT,
    },
    {
      ...has,
      kind: 'automation',
      table: 'mail',
      key: ['id'],
      of: {
        id: 'a.id',
        name: 'a.name',
        join: `join automation_email e on e.account_id = t.account_id and e.id = t.automation_email_id
        join automation a on a.account_id = t.account_id and a.id = e.automation_id`,
      },
      columns: { snapshot: inHtml },
      where: isOpen('t'),
      also: OTHER_CONTENT,
    },
    {
      ...has,
      kind: 'broadcast',
      table: 'mail',
      key: ['id'],
      of: {
        id: 'b.id',
        name: 'b.subject',
        join: 'join broadcast b on b.account_id = t.account_id and b.id = t.broadcast_id',
      },
      columns: { snapshot: inHtml },
      where: isOpen('t'),
    },
    {
      ...has,
      kind: 'broadcast',
      table: 'mail_variant',
      key: ['mail_id', 'number'],
      of: {
        id: 'b.id',
        name: 'b.subject',
        join: `join mail m on m.account_id = t.account_id and m.id = t.mail_id
        join broadcast b on b.account_id = t.account_id and b.id = m.broadcast_id`,
      },
      columns: { subject: inPlain, snapshot: inHtml },
      where: isOpen('m'),
    },
  ]
}

export const CONDITION_SOURCES = { tags: sourcesOf('tags'), segments: sourcesOf('segments') }
