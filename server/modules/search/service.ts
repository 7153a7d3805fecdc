import type { Ctx } from '../../core/context.ts'
import { escapeLike } from '../../db/statements/like.ts'
import type { FoundKind, FoundRecord, SearchText } from './schema.ts'

interface Source {
  /** SQL of the name, over `t`. */
  name: string
  from: string
  where?: string
  /** SQL of the parent's ID. */
  parent?: string
}

const emailsOf = (parent: string): Source => ({
  name: 't.subject',
  from: `${parent}_email t join ${parent} p on p.account_id = $1 and p.id = t.${parent}_id`,
  where: 't.deleted_at is null and p.deleted_at is null',
  parent: 'p.id',
})

/** Table of each kind, and the condition for its rows. */
const SOURCES: Record<FoundKind, Source> = {
  broadcast: { name: 't.subject', from: 'broadcast t' },
  sequence: { name: 't.name', from: 'sequence t', where: 't.deleted_at is null' },
  sequence_email: emailsOf('sequence'),
  automation: { name: 't.name', from: 'automation t', where: 't.deleted_at is null' },
  automation_email: emailsOf('automation'),
  post: { name: 't.title', from: 'post t' },
  template: { name: 't.name', from: 'email_template t' },
  snippet: { name: 't.name', from: 'snippet t', where: 'not t.archived' },
  form: { name: 't.name', from: 'form t', where: "t.status = 'active'" },
  tag: { name: 't.name', from: 'tag t' },
  segment: { name: 't.name', from: 'segment t' },
  custom_field: { name: 't.label', from: 'custom_field t' },
  picture: {
    name: "concat_ws(' · ', t.name, nullif(t.alt, ''))",
    from: 'media_picture t',
    where: "t.state = 'ready'",
  },
}

/** Kinds of records that members edit and return to. */
const WORKED_ON = ['broadcast', 'sequence', 'automation', 'post', 'template', 'snippet', 'form', 'segment'] as const
const MAX_RECENT = 6

const RECENT = `select kind, id, parent_id, name from (${WORKED_ON.map((kind) => {
  const { name, from, where = 'true' } = SOURCES[kind]
  return `(select '${kind}' as kind, t.id, null::int as parent_id, ${name} as name, t.updated_at from ${from}
     where t.account_id = $1 and ${name} <> '' and ${where} order by t.updated_at desc, t.id desc limit ${MAX_RECENT})`
}).join(' union all ')}) t order by updated_at desc, id desc, kind limit ${MAX_RECENT}`

/** Returns the account's most recently changed records, by any member. */
export const findRecent = (ctx: Ctx): Promise<FoundRecord[]> => ctx.sql.rows<FoundRecord>(RECENT, [])

const PER_KIND = 5
const MAX_WORDS = 8

const FIND = Object.entries(SOURCES)
  .map(
    ([kind, { name, from, where = 'true', parent = 'null::int' }]) => `
      (select '${kind}' as kind, t.id, ${parent} as parent_id, ${name} as name from ${from}
       where t.account_id = $1 and ${name} ilike all($2::text[]) and ${where}
       order by ${name} ilike $3 desc, t.id desc limit ${PER_KIND})`,
  )
  .join(' union all ')

/** Returns at most five records of each kind whose name has every word of the text: first names that begin with it, then the newest. */
export function findRecords(ctx: Ctx, { text }: SearchText): Promise<FoundRecord[]> {
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  return ctx.sql.rows<FoundRecord>(FIND, [words.map((word) => `%${escapeLike(word)}%`), `${escapeLike(text)}%`])
}
