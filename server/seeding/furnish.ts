import { randomBytes } from 'node:crypto'
import type { Ctx } from '../core/context.ts'
import { loadDefinitions } from '../modules/custom-fields/definitions.ts'
import type { TypedFieldChange } from '../modules/custom-fields/schema.ts'
import { createCustomField } from '../modules/custom-fields/service.ts'
import { changeTypedField } from '../modules/custom-fields/typed.ts'
import { setTagColor } from '../modules/tags/colors.ts'
import { createTag } from '../modules/tags/service.ts'
import { FIELDS, FORM, type SeededField, TAGS } from './content/labels.ts'
import type { Crowd } from './crowd.ts'

/** Creates the fields, tags and form of the subscribers. Reuses existing ones with the same name. */
export async function furnish(ctx: Ctx): Promise<Pick<Crowd, 'fields' | 'tags' | 'form'>> {
  await ageAccount(ctx)
  const fields = []
  for (const field of FIELDS) {
    const { value, created } = await createCustomField(ctx, { label: field.label })
    if (created) await changeTypedField(ctx, { id: value.id, label: field.label, ...formatOf(field) })
    fields.push({ ...field, id: value.id })
  }
  const slots = new Map((await loadDefinitions(ctx)).fields.map(({ id, slot }) => [id, slot]))
  const tags = []
  for (const tag of TAGS) {
    const { value } = await createTag(ctx, { name: tag.name })
    if (tag.color) await setTagColor(ctx, { id: value.id, color: tag.color })
    tags.push({ ...tag, tag_id: value.id })
  }
  return {
    fields: fields.map(({ id, ...field }) => ({ ...field, slot: slots.get(id) ?? '' })),
    tags,
    form: await findOrMakeForm(ctx),
  }
}

const formatOf = ({ values }: SeededField): Pick<TypedFieldChange, 'type' | 'choices'> =>
  values === 'date' ? { type: 'date', choices: [] } : { type: 'choice', choices: [...new Set(values)] }

/** Makes the account as old as its first subscribers, and adds the postal address that emails need. */
function ageAccount(ctx: Ctx): Promise<number> {
  return ctx.sql.run(
    `update account set created_at = least(created_at, $2), postal_address = coalesce(postal_address, $3) where id = $1`,
    [ctx.now(), 'Storgata 1, 0155 Oslo, Norway'],
  )
}

async function findOrMakeForm(ctx: Ctx): Promise<{ id: number; name: string }> {
  const { account_id } = ctx
  const found = await ctx.db.form.findFirst({ where: { name: FORM.name }, select: { id: true, name: true } })
  if (found) return found
  const dates = { created_at: ctx.now(), updated_at: ctx.now() }
  const uid = randomBytes(5).toString('hex')
  return ctx.db.form.create({ data: { account_id, uid, ...FORM, ...dates }, select: { id: true, name: true } })
}
