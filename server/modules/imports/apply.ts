import type { Ctx } from '../../core/context.ts'
import { type Tx, takeTurn, write } from '../../core/write.ts'
import { countStates } from '../subscribers/counts.ts'
import type { State } from '../subscribers/schema.ts'
import { changeState } from '../subscribers/state.ts'
import { findSuppressed } from '../subscribers/suppression.ts'
import { type SubscriberItem, upsertSubscribers } from '../subscribers/upsert.ts'
import type { ReadPerson, ReadRow } from './columns.ts'
import { CONSENT_SOURCES, type ColumnTarget, type ImportOptions, type ImportState, MAX_NEW_TAGS } from './schema.ts'
import { tagPeople } from './tags.ts'
import { type Judged, saveVerdicts } from './verdicts.ts'

/** What an import does with every row; read once per slice of the job. */
export interface ImportPlan {
  id: number
  filename: string
  has_header: boolean
  columns: ColumnTarget[]
  options: ImportOptions
  time_zone: string
  subscriber_limit: number | null
  started_at: Date
}

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
  return write(ctx, async (tx) => {
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
  const refused = await refuse(tx, plan, [...firsts.keys()], known)
  const saved = await savePeople(tx, plan, firsts, known, refused)
  return rows.map((row): Judged => {
    const { email_address, person } = row
    if (!person) return { row, verdict: row.blank ? 'skipped' : 'invalid', id: null, message: row.message }
    const earlier = known.get(email_address)
    if (firsts.get(email_address) !== row || earlier?.is_done) {
      return {
        row,
        verdict: 'duplicate',
        id: earlier?.id ?? null,
        message: 'The address stands further up in the file: that row counts',
      }
    }
    const refusal = refused.get(email_address)
    if (refusal) return { row, verdict: 'skipped', id: earlier?.id ?? null, message: refusal }
    if (earlier && plan.options.existing === 'leave') {
      return { row, verdict: 'unchanged', id: earlier.id, message: 'Is a subscriber already and was left as is' }
    }
    const notes = [STAYS[earlier?.state ?? 'active'], row.message].filter((note) => note !== undefined)
    const { id, verdict, note } = saved.get(email_address) ?? { id: null, verdict: 'unchanged' as const }
    if (note) notes.push(note)
    return { row, verdict, id, message: notes.length > 0 ? notes.join('; ') : undefined }
  })
}

/** An import never brings anybody back who left, bounced or complained. */
const STAYS: Partial<Record<State, string>> = {
  cancelled: 'Has unsubscribed and stays unsubscribed',
  bounced: 'Mail to this address bounced: it stays unmailed',
  complained: 'Marked a mail as spam: stays unmailed',
}

interface KnownPerson {
  id: number
  state: State
  /** An earlier row of this file was for them. */
  is_done: boolean
}
type Known = ReadonlyMap<string, KnownPerson>

async function findKnown(tx: Tx, import_id: number, email_addresses: readonly string[]): Promise<Known> {
  const rows = await tx.sql.rows<KnownPerson & { email_address: string }>(
    `select s.email_address, s.id, s.state::text as state,
            exists (select from import_row r
                    where r.account_id = $1 and r.subscriber_id = s.id and r.import_id = $2) as is_done
     from subscriber s where s.account_id = $1 and s.email_address = any ($3::text[])`,
    [import_id, email_addresses],
  )
  return new Map(rows.map(({ email_address, ...person }) => [email_address, person]))
}

/** Why some addresses are passed over. New people come in the order of the file until the plan is full. */
async function refuse(
  tx: Tx,
  { subscriber_limit: limit }: ImportPlan,
  email_addresses: readonly string[],
  known: Known,
): Promise<Map<string, string>> {
  const suppressed = await findSuppressed(tx, { email_addresses })
  const refused = new Map([...suppressed].map((address) => [address, 'Asked never to be mailed again']))
  if (limit === null) return refused
  await takeTurn(tx, 'subscriber limit')
  const { active } = await countStates(tx)
  const fresh = email_addresses.filter((address) => !known.has(address) && !refused.has(address))
  for (const address of fresh.slice(Math.max(0, limit - active))) {
    refused.set(address, `Your plan's limit of ${limit} subscribers is reached`)
  }
  return refused
}

type Saved = Map<string, { id: number; verdict: 'created' | 'updated' | 'unchanged'; note?: string }>

async function savePeople(
  tx: Tx,
  plan: ImportPlan,
  firsts: ReadonlyMap<string, ReadRow>,
  known: Known,
  refused: ReadonlyMap<string, string>,
): Promise<Saved> {
  const people = [...firsts.values()].flatMap(({ person }) => {
    if (!person || refused.has(person.email_address)) return []
    const earlier = known.get(person.email_address)
    return earlier && (earlier.is_done || plan.options.existing === 'leave') ? [] : [person]
  })
  const keys = await fieldKeys(tx, plan)
  const items = people.map((person) => itemOf(person, plan, keys))
  const results = await upsertSubscribers(tx, { items, origin: originOf(plan) })
  const saved: Saved = new Map()
  results.forEach((result, i) => {
    const person = people[i]
    if (!person || result.verdict === 'invalid') return
    const verdict = result.verdict === 'duplicate' ? 'unchanged' : result.verdict
    const is_kept =
      result.unknown_keys.length === 0 && person.values.every(({ custom_field_id }) => keys.has(custom_field_id))
    saved.set(person.email_address, { id: result.id, verdict, note: is_kept ? undefined : FIELD_GONE })
  })
  const tagged = await tagSaved(tx, plan, people, saved)
  const left = await unsubscribeKnown(tx, plan, people, known)
  const changed = new Set([...tagged, ...left])
  for (const one of saved.values()) if (one.verdict === 'unchanged' && changed.has(one.id)) one.verdict = 'updated'
  return saved
}

const FIELD_GONE = 'A custom field was deleted or renamed during the import: its value was left out'

/** Key of each custom field by id, as it is now. */
async function fieldKeys(tx: Tx, { columns }: ImportPlan): Promise<Map<number, string>> {
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const fields = await tx.sql.rows<{ id: number; key: string }>(
    'select id, key from custom_field where account_id = $1 and id = any ($2::int[])',
    [ids],
  )
  return new Map(fields.map(({ id, key }) => [id, key]))
}

function itemOf(
  { email_address, first_name, created_at, values }: ReadPerson,
  { options }: ImportPlan,
  keys: ReadonlyMap<number, string>,
): SubscriberItem {
  const fields: Record<string, string> = {}
  for (const { custom_field_id, value } of values) {
    const key = keys.get(custom_field_id)
    if (key !== undefined) fields[key] = value
  }
  return { email_address, first_name, created_at, fields, state: options.state }
}

const originOf = ({ id, filename, options }: ImportPlan) => ({
  cause: 'import' as const,
  attribution: {
    source_type: 'manual',
    source_name: filename,
    source_mechanism: 'import',
    source_mechanism_id: String(id),
  },
  consent: {
    source: 'import' as const,
    text: [CONSENT_SOURCES[options.consent_source], options.consent_note].filter((text) => text !== '').join(': '),
    import_id: id,
  },
})

async function tagSaved(
  tx: Tx,
  { options, started_at }: ImportPlan,
  people: readonly ReadPerson[],
  saved: Saved,
): Promise<Set<number>> {
  const wishes = people.flatMap((person) => {
    const one = saved.get(person.email_address)
    const names = [...options.tags, ...person.tags]
    return one && names.length > 0 ? [{ subscriber_id: one.id, names }] : []
  })
  const { tagged, passed_over } = await tagPeople(tx, { wishes, import_started_at: started_at })
  for (const person of passed_over.size > 0 ? people : []) {
    const one = saved.get(person.email_address)
    if (one && person.tags.some((name) => passed_over.has(name.toLowerCase()))) one.note = TOO_MANY_TAGS
  }
  return tagged
}

const TOO_MANY_TAGS = `The file brings more than ${MAX_NEW_TAGS} new tags: the others were left out`

/** A list of people who left elsewhere takes them off here too. */
async function unsubscribeKnown(
  tx: Tx,
  { options }: ImportPlan,
  people: readonly ReadPerson[],
  known: Known,
): Promise<number[]> {
  if (options.state !== 'cancelled') return []
  const ids = people.flatMap(({ email_address }) => {
    const person = known.get(email_address)
    return person?.state === 'active' || person?.state === 'inactive' ? [person.id] : []
  })
  return ids.length === 0 ? [] : changeState(tx, { ids, transition: 'unsubscribe', cause: 'import' })
}
