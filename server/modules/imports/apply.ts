import type { Ctx } from '../../core/context.ts'
import { type Tx, takeTurn, write } from '../../core/write.ts'
import { eachByAddress } from '../subscribers/by-address.ts'
import { countStates } from '../subscribers/counts.ts'
import type { State } from '../subscribers/schema.ts'
import { findSuppressed } from '../subscribers/suppression.ts'
import type { ReadRow } from './columns.ts'
import type { KnownPerson } from './former.ts'
import { type ImportPlan, type Known, savePeople } from './saving.ts'
import type { ImportState } from './schema.ts'
import { type Judged, saveVerdicts } from './verdicts.ts'

/** Where an import stands. */
export interface Position {
  state: ImportState
  read_to: number
  done_rows: number
}

/**
 * Applies rows that begin at `from` and end at `to`, records the verdict on each and how far the file was read, all in one
 * transaction: a row is applied and counted once, whenever the process dies. Does nothing when the import was stopped, or when
 * somebody else has been here. Answers where the import stands afterwards.
 */
export function applyRows(
  ctx: Ctx,
  { plan, rows, from, to }: { plan: ImportPlan; rows: readonly ReadRow[]; from: number; to: number },
): Promise<Position> {
  // A batch is one moment: what it adds to a person must not look as if it had come later.
  const now = ctx.now()
  return write({ ...ctx, now: () => now }, async (tx) => {
    const position = await lockPosition(tx, plan.id)
    if (position.state !== 'running' || position.read_to !== from) return position
    await saveVerdicts(tx, { id: plan.id, judged: await judge(tx, plan, rows), read_to: to })
    return { ...position, read_to: to, done_rows: position.done_rows + rows.length }
  })
}

/** Holds the import until the transaction ends. */
export async function lockPosition(tx: Tx, id: number): Promise<Position> {
  const position = await tx.sql.one<Position>(
    'select state::text as state, read_to, done_rows from import where account_id = $1 and id = $2 for update',
    [id],
  )
  return position ?? { state: 'failed', read_to: 0, done_rows: 0 }
}

async function judge(tx: Tx, plan: ImportPlan, rows: readonly ReadRow[]): Promise<Judged[]> {
  const firsts = new Map<string, ReadRow>()
  for (const row of rows) if (row.person && !firsts.has(row.email_address)) firsts.set(row.email_address, row)
  const known = await findKnown(tx, plan.id, [...firsts.keys()])
  const suppressed = await findSuppressed(tx, { email_addresses: [...firsts.keys()] })
  const refused = await refuse(tx, plan, firsts, { known, suppressed })
  const saved = await savePeople(tx, plan, firsts, known, refused)
  return rows.map((row): Judged => {
    const { email_address, person } = row
    if (suppressed.has(email_address)) {
      // Whoever was erased is not written down again, neither here nor as a row to put right.
      return { row, verdict: 'skipped', id: null, message: 'Asked never to be mailed again', is_nameless: true }
    }
    if (!person) return { row, verdict: row.blank ? 'skipped' : 'invalid', id: null, message: row.message }
    const earlier = known.get(email_address)
    // Each of their rows, wherever a batch ends.
    const refusal = refused.get(email_address)
    if (refusal) return { row, verdict: 'skipped', id: earlier?.id ?? null, message: refusal }
    if (firsts.get(email_address) !== row || earlier?.is_done) {
      return {
        row,
        verdict: 'duplicate',
        id: earlier?.id ?? null,
        message: 'The address stands further up in the file: that row counts',
      }
    }
    if (earlier && plan.options.existing === 'leave') {
      return { row, verdict: 'unchanged', id: earlier.id, message: 'Is a subscriber already and was left as is' }
    }
    const notes = [STAYS[earlier?.state ?? 'active'], row.message].filter((note) => note !== undefined)
    const { id, verdict, note, before } = saved.get(email_address) ?? { id: null, verdict: 'unchanged' as const }
    if (note) notes.push(note)
    return { row, verdict, id, message: notes.length > 0 ? notes.join('; ') : undefined, before }
  })
}

/** An import never brings anybody back who left, bounced or complained. */
const STAYS: Partial<Record<State, string>> = {
  cancelled: 'Has unsubscribed and stays unsubscribed',
  bounced: 'Mail to this address bounced: it stays unmailed',
  complained: 'Marked a mail as spam: stays unmailed',
}

/** Not locked: `upsertSubscribers` locks whom the batch changes, in one order with the new ones. */
async function findKnown(tx: Tx, import_id: number, email_addresses: readonly string[]): Promise<Known> {
  const rows = await tx.sql.rows<KnownPerson & { email_address: string }>(
    eachByAddress(
      `s.email_address, s.id, s.state::text as state,
       exists (select from import_row r where r.account_id = $1 and r.subscriber_id = s.id and r.import_id = $2) as is_done`,
      { addresses: '$3' },
    ),
    [import_id, email_addresses],
  )
  return new Map(rows.map(({ email_address, ...person }) => [email_address, person]))
}

/** Why some addresses are passed over. New people come in the order of the file until the plan is full of subscribed ones. */
async function refuse(
  tx: Tx,
  { subscriber_limit: limit, options }: ImportPlan,
  firsts: ReadonlyMap<string, ReadRow>,
  { known, suppressed }: { known: Known; suppressed: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const refused = new Map([...suppressed].map((address) => [address, 'Asked never to be mailed again']))
  if (limit === null) return refused
  await takeTurn(tx, 'subscriber limit')
  const { active } = await countStates(tx)
  const fresh = [...firsts].flatMap(([address, { person }]) =>
    (person?.state ?? options.state) === 'active' && !known.has(address) && !refused.has(address) ? [address] : [],
  )
  for (const address of fresh.slice(Math.max(0, limit - active))) {
    refused.set(address, `Your plan's limit of ${limit} subscribers is reached`)
  }
  return refused
}
