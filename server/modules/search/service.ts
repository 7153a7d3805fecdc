import type { Ctx } from '../../core/context.ts'
import { escapeLike } from '../../db/statements/like.ts'
import type { FoundKind, FoundRecord, SearchText } from './schema.ts'

/** The column with the name of each kind, and which rows count. */
const SOURCES: Record<FoundKind, { name: string; from: string; where?: string }> = {
  broadcast: { name: 'subject', from: 'from broadcast' },
  sequence: { name: 'name', from: 'from sequence', where: 'deleted_at is null' },
  automation: { name: 'name', from: 'from automation', where: 'deleted_at is null' },
  post: { name: 'title', from: 'from post' },
  template: { name: 'name', from: 'from email_template' },
  snippet: { name: 'name', from: 'from snippet', where: 'not archived' },
  form: { name: 'name', from: 'from form', where: "status = 'active'" },
  tag: { name: 'name', from: 'from tag' },
  segment: { name: 'name', from: 'from segment' },
}

const PER_KIND = 5
const MAX_WORDS = 8

const FIND = Object.entries(SOURCES)
  .map(
    ([kind, { name, from, where }]) => `
      (select '${kind}' as kind, id, ${name} as name ${from}
       where account_id = $1 and ${name} ilike all($2::text[])${where ? ` and ${where}` : ''}
       order by ${name} ilike $3 desc, id desc limit ${PER_KIND})`,
  )
  .join(' union all ')

/** Returns at most five records of each kind whose name has every word of the text: those that begin with it first, then the newest. */
export function findRecords(ctx: Ctx, { text }: SearchText): Promise<FoundRecord[]> {
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  return ctx.sql.rows<FoundRecord>(FIND, [words.map((word) => `%${escapeLike(word)}%`), `${escapeLike(text)}%`])
}
