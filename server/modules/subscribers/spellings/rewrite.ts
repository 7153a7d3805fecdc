import { systemCtx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { findMisspelled, type Misspelled, type Slice } from './find.ts'

/**
 * Stores the next addresses that were stored before there was one form in that form. Subscribers whose form another one has stay as they
 * are: `envoi addresses` shows these pairs and merges them. Returns how many it stored, and the key to continue after, null at the end.
 */
export async function rewriteNext(after: Key): Promise<{ rewritten: number; last: Key | null }> {
  const { found, last } = await findMisspelled({ after })
  let rewritten = 0
  for (const [account_id, rows] of Map.groupBy(found, (row) => row.account_id))
    rewritten += await write(systemCtx(account_id), (tx) => rewrite(tx, rows))
  return { rewritten, last }
}

/** The same for all subscribers. Returns how many it stored. */
export async function rewriteSpellings(): Promise<number> {
  let sum = 0
  for (let after: Key | null = FIRST; after; ) {
    const { rewritten, last }: Awaited<ReturnType<typeof rewriteNext>> = await rewriteNext(after)
    sum += rewritten
    after = last
  }
  return sum
}

export const FIRST: Key = { account_id: 0, id: 0 }

type Key = NonNullable<Slice['last']>

async function rewrite(tx: Tx, rows: readonly Misspelled[]): Promise<number> {
  const first = new Map<string, Misspelled>()
  for (const row of rows) if (!first.has(row.canonical)) first.set(row.canonical, row)
  const due = [...first.values()]
  return tx.sql.run(
    `with due as (
       select s.id, d.canonical from unnest($2::bigint[], $3::text[], $4::text[]) as d(id, email_address, canonical)
         join subscriber s on s.account_id = $1 and s.id = d.id and s.email_address = d.email_address
       where not exists (select from subscriber o where o.account_id = $1 and o.email_address = d.canonical)
       order by s.email_address for no key update of s
     )
     update subscriber s set email_address = due.canonical, updated_at = $5::timestamptz from due
     where s.account_id = $1 and s.id = due.id`,
    [due.map(({ id }) => id), due.map((row) => row.email_address), due.map(({ canonical }) => canonical), tx.now()],
  )
}
