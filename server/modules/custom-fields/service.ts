import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page.ts'
import type { Saved } from '../../core/wire.ts'
import { type Tx, takeTurn, write } from '../../core/write.ts'
import { customFieldKey, firstFree } from '../../lib/slug.ts'
import type { CustomField, CustomFieldInput } from './schema.ts'

/** Newest first. */
export function listCustomFields(ctx: Ctx, paging: PageQuery): Promise<Page<CustomField>> {
  return keysetPage<CustomField>(
    ctx.sql,
    {
      name: 'custom_fields',
      view: 't.id, t.name, t.key, t.label',
      from: 'custom_field t',
      where: ['t.account_id = $1'],
      values: [],
      order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
    },
    paging,
  )
}

export async function getCustomField(ctx: Ctx, { id }: { id: number }): Promise<CustomField> {
  const field = await ctx.db.customField.findFirst({ where: { id } })
  if (!field) throw notFound()
  return customFieldView(field)
}

/** Labels are unique in an account, ignoring case: asking for an existing one finds it. */
export function createCustomField(ctx: Ctx, { label }: CustomFieldInput): Promise<Saved<CustomField>> {
  return write(ctx, async (tx) => {
    await takeTurn(tx, 'custom fields')
    const existing = await tx.db.customField.findFirst({ where: { label_folded: label.toLowerCase() } })
    if (existing) return { value: customFieldView(existing), created: false }
    const id = await nextId(tx)
    const key = await freeKey(tx, { id, label })
    const name = `service_field_${id}_${key}`
    const slot = await freeSlot(tx, key)
    await tx.db.customField.createMany({
      data: [
        {
          account_id: tx.account_id,
          id,
          label,
          label_folded: label.toLowerCase(),
          key,
          name,
          slot,
          created_at: tx.now(),
        },
      ],
    })
    const custom_field = { id, name, key, label }
    tx.emit('custom_field.created', { custom_field })
    return { value: custom_field, created: true }
  })
}

/** Gives the field a new key too: mail that names the old one no longer finds it. Throws invalid when another has the label. */
export function renameCustomField(ctx: Ctx, { id, label }: CustomFieldInput & { id: number }): Promise<CustomField> {
  return write(ctx, async (tx) => {
    await takeTurn(tx, 'custom fields')
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

/** The values are gone for every reader at once; a job erases them from the rows. */
export function deleteCustomField(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await takeTurn(tx, 'custom fields')
    const custom_field = await getCustomField(tx, { id })
    // Waits for writers that have read the field and not committed: see lockFields.
    const gone = await tx.sql.one<{ slot: string }>(
      'delete from custom_field where account_id = $1 and id = $2 returning slot',
      [id],
    )
    if (!gone) throw notFound()
    await tx.db.retiredSlot.createMany({ data: [{ account_id: tx.account_id, slot: gone.slot, retired_at: tx.now() }] })
    tx.emit('custom_field.deleted', { custom_field })
    tx.emit('custom_field.retired', { slot: gone.slot })
  })
}

const customFieldView = ({ id, name, key, label }: CustomField): CustomField => ({ id, name, key, label })

async function nextId(tx: Tx): Promise<number> {
  const row = await tx.sql.one<{ id: number }>(
    `select nextval(pg_get_serial_sequence('custom_field', 'id'))::int as id where $1::int is not null`,
  )
  if (!row) throw new Error('The sequence of custom field ids is missing')
  return row.id
}

async function freeKey(tx: Tx, { id, label }: { id: number; label: string }): Promise<string> {
  const others = await tx.db.customField.findMany({ where: { id: { not: id } }, select: { key: true } })
  const taken = new Set(others.map(({ key }) => key))
  return firstFree(customFieldKey(label) || `field_${id}`, '_', (key) => taken.has(key))
}

/** Slots of deleted fields stay taken until their values are erased: a new field never shows an old one's values. */
async function freeSlot(tx: Tx, key: string): Promise<string> {
  const [used, retired] = [
    await tx.db.customField.findMany({ select: { slot: true } }),
    await tx.db.retiredSlot.findMany({ select: { slot: true } }),
  ]
  const taken = new Set([...used, ...retired].map(({ slot }) => slot))
  return firstFree(key, '_', (slot) => taken.has(slot))
}
