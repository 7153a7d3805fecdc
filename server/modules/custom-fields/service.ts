import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { subscribedEventTypes } from '../../core/events/events.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { type Done, iso, type Saved } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { t } from '../../lib/locale/texts.ts'
import { customFieldKey, firstFree, uniqueNames } from '../../lib/text/slug.ts'
import { BUILT_IN_FIELDS } from '../../mail/liquid/subscriber-variables.ts'
import { GONE_AFTER_MS } from '../deleted-records/service.ts'
import type { CustomField, CustomFieldInput, DatedCustomField } from './schema.ts'

/** Lists custom fields, newest first. */
export function listCustomFields(ctx: Ctx, paging: PageQuery): Promise<Page<CustomField>> {
  return keysetPage<CustomField>(ctx.sql, paging, {
    name: 'custom_fields',
    view: 't.id, t.name, t.key, t.label',
    from: 'custom_field t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export async function getCustomField(ctx: Ctx, { id }: { id: number }): Promise<CustomField> {
  const field = await ctx.db.customField.findFirst({ where: { id } })
  if (!field) throw notFound()
  return customFieldView(field)
}

/** Labels are unique in an account, ignoring case. An existing label returns its field. */
export async function createCustomField(ctx: Ctx, { label }: CustomFieldInput): Promise<Saved<CustomField>> {
  const saved = (await saveFields(ctx, [label])).get(label.toLowerCase())
  if (!saved) throw new Error('A custom field was neither created nor found')
  return { value: customFieldView(saved.field), created: saved.created }
}

/** Returns a row for each item. Labels that differ only in case create one field, spelled like the first. */
export async function createCustomFields(
  ctx: Ctx,
  { items }: { items: readonly CustomFieldInput[] },
): Promise<Done<DatedCustomField, never>> {
  const labels = items.map(({ label }) => label)
  const saved = await saveFields(ctx, labels)
  const fields = labels.flatMap((label) => saved.get(label.toLowerCase())?.field ?? [])
  const rows = fields.map((field) => ({ ...customFieldView(field), created_at: iso(field.created_at) }))
  return { rows, failures: [] }
}

/** Renames a field and its key. Emails that use the old key no longer find it. Throws invalid if the label is taken. */
export function renameCustomField(ctx: Ctx, { id, label }: CustomFieldInput & { id: number }): Promise<CustomField> {
  return write(ctx, async (tx) => {
    await lockFieldNames(tx)
    await getCustomField(tx, { id })
    const label_folded = label.toLowerCase()
    if (await tx.db.customField.findFirst({ where: { label_folded, id: { not: id } } })) {
      throw invalid('Label has already been taken')
    }
    await tx.db.customField.updateMany({
      where: { id },
      data: { label, label_folded, key: await freeKey(tx, { id, label }) },
    })
    return getCustomField(tx, { id })
  })
}

/** Deletes a field. Its values are hidden immediately, and a job erases them. Throws invalid while an automation uses it (contract 8.6). */
export function deleteCustomField(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await lockFieldNames(tx)
    await getCustomField(tx, { id })
    await requireUnused(tx, id)
    await retireField(tx, { id })
  })
}

/** Lets only one transaction at a time add, rename or delete fields of an account. */
export const lockFieldNames = (tx: Tx): Promise<void> => acquireAdvisoryLock(tx, 'custom fields')

/** Deletes a field, if nothing prevents it. Its values are erased after `not_before`. Throws not_found. */
export async function retireField(tx: Tx, { id, not_before }: { id: number; not_before?: Date }): Promise<void> {
  const custom_field = await getCustomField(tx, { id })
  // Waits for uncommitted writers that have read the field (see lockFields).
  const deleted = await tx.sql.one<{ slot: string }>(
    'delete from custom_field where account_id = $1 and id = $2 returning slot',
    [id],
  )
  if (!deleted) throw notFound()
  const { slot } = deleted
  await tx.db.retiredSlot.createMany({ data: [{ account_id: tx.account_id, slot, retired_at: tx.now() }] })
  tx.emit('custom_field.deleted', { custom_field })
  tx.emit('custom_field.retired', { slot, not_before: not_before ? iso(not_before) : null })
}

/**
 * Throws invalid while an automation uses the field in its draft, its current version, or an earlier version that still has subscribers.
 */
export async function requireUnused(tx: Tx, id: number): Promise<void> {
  const uses = (graph: string) =>
    `jsonb_path_exists(${graph}, '$.** ? (@.custom_field_id == $id || @.subscriber_custom_field_id == $id)', jsonb_build_object('id', $2::int))`
  const use = await tx.sql.one<{ name: string }>(
    `select t.name from automation t
     where t.account_id = $1 and t.deleted_at is null and (${uses('t.draft')} or exists (
       select from (
         select v.version from automation_version v where v.account_id = $1 and v.automation_id = t.id and ${uses('v.graph')} offset 0
       ) v
       where v.version = t.version or exists (
         select from automation_run r where r.account_id = $1 and r.automation_id = t.id and r.version = v.version
           and r.state in ('held', 'ready', 'waiting'))))
     order by t.id limit 1`,
    [id],
  )
  if (use) throw invalid(['Unable to destroy the custom field.', t`The automation “${use.name}” uses it`])
}

/** Returns whether an undo could still restore the field that had this slot. */
export async function isSlotKept(ctx: Ctx, { slot }: { slot: string }): Promise<boolean> {
  const kept = await ctx.sql.one(
    `select from deleted_record where account_id = $1 and kind = 'custom_field' and deleted_at > $3
       and content #>> '{custom_field,0,slot}' = $2`,
    [slot, new Date(+ctx.now() - GONE_AFTER_MS)],
  )
  return kept !== undefined
}

/** Makes the slot of a deleted field available again, once its values are erased. */
export async function freeSlot(ctx: Ctx, { slot }: { slot: string }): Promise<void> {
  await ctx.db.retiredSlot.deleteMany({ where: { slot } })
}

const customFieldView = ({ id, name, key, label }: CustomField): CustomField => ({ id, name, key, label })

type StoredField = CustomField & { created_at: Date }
type SavedFields = Map<string, { field: StoredField; created: boolean }>

/** Finds or creates a field for each label. The result is keyed by folded label. */
function saveFields(ctx: Ctx, labels: readonly string[]): Promise<SavedFields> {
  const wanted = new Map<string, string>()
  for (const label of labels) if (!wanted.has(label.toLowerCase())) wanted.set(label.toLowerCase(), label)
  return write(ctx, async (tx) => {
    await lockFieldNames(tx)
    const found = await tx.sql.rows<StoredField & { label_folded: string }>(
      `select id, name, key, label, created_at, label_folded from custom_field
       where account_id = $1 and label_folded = any ($2::text[])`,
      [[...wanted.keys()]],
    )
    const saved: SavedFields = new Map(found.map((field) => [field.label_folded, { field, created: false }]))
    const missing = [...wanted].filter(([folded]) => !saved.has(folded))
    for (const field of await makeFields(tx, missing)) saved.set(field.label.toLowerCase(), { field, created: true })
    return saved
  })
}

async function makeFields(tx: Tx, wanted: readonly [string, string][]): Promise<StoredField[]> {
  if (wanted.length === 0) return []
  const ids = await tx.sql.rows<{ id: number }>(
    `${UNSCOPED}select nextval(pg_get_serial_sequence('custom_field', 'id'))::int as id from generate_series(1, $1::int)`,
    [wanted.length],
  )
  const used = await tx.sql.rows<{ key: string | null; slot: string }>(
    `select key, slot from custom_field where account_id = $1
     union all select null, slot from retired_slot where account_id = $1`,
  )
  // `{{ subscriber.first_name }}` prints a built-in field, so a custom field with that label gets another key.
  const keyFor = uniqueNames('_', [...BUILT_IN_FIELDS, ...used.flatMap(({ key }) => key ?? [])])
  // Slots of deleted fields stay reserved until their values are erased, so a new field never shows old values.
  const slotFor = uniqueNames(
    '_',
    used.map(({ slot }) => slot),
  )
  const newFields = wanted.map(([label_folded, label], i) => {
    const id = ids[i]?.id ?? 0
    const key = keyFor(customFieldKey(label) || `field_${id}`)
    return {
      id,
      label,
      label_folded,
      key,
      name: `service_field_${id}_${key}`,
      slot: slotFor(key),
      created_at: tx.now(),
    }
  })
  await tx.sql.run(
    `insert into custom_field (account_id, id, label, label_folded, key, name, slot, created_at)
     select $1, f.id, f.label, f.label_folded, f.key, f.name, f.slot, $3
     from jsonb_to_recordset($2::jsonb)
       as f(id int, label text, label_folded text, key text, name text, slot text)`,
    [JSON.stringify(newFields), tx.now()],
  )
  if ((await subscribedEventTypes(tx, ['custom_field.created'])).size > 0)
    for (const field of newFields) tx.emit('custom_field.created', { custom_field: customFieldView(field) })
  return newFields
}

async function freeKey(tx: Tx, { id, label }: { id: number; label: string }): Promise<string> {
  const others = await tx.db.customField.findMany({ where: { id: { not: id } }, select: { key: true } })
  const taken = new Set(others.map(({ key }) => key))
  return firstFree(
    customFieldKey(label) || `field_${id}`,
    '_',
    (key) => taken.has(key) || BUILT_IN_FIELDS.includes(key),
  )
}
