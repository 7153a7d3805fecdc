import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { Saved } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { type FieldFormat, NO, readFieldValue, YES } from './field-types-schema.ts'
import type { FieldFit, FitInput, TypedField, TypedFieldChange, TypedFieldInput } from './schema.ts'
import { createCustomField, getCustomField, renameCustomField } from './service.ts'

// Custom fields with their types, for the dashboard, forms and imports. The API has no types.

/** Lists custom fields, newest first. */
export function listTypedFields(ctx: Ctx, paging: PageQuery): Promise<Page<TypedField>> {
  return keysetPage<TypedField>(ctx.sql, paging, {
    name: 'custom_fields',
    view: 't.id, t.name, t.key, t.label, t.type, to_json(t.choices) as choices',
    from: 'custom_field t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** An existing label returns its field. Throws invalid if that field has another type. */
export function createTypedField(ctx: Ctx, { label, type, choices }: TypedFieldInput): Promise<Saved<TypedField>> {
  return write(ctx, async (tx) => {
    const { value, created } = await createCustomField(tx, { label })
    if (created) await saveFormat(tx, value.id, { type, choices })
    const field = await getTypedField(tx, { id: value.id })
    if (field.type !== type) throw invalid(t`“${field.label}” already exists with another type`)
    return { value: field, created }
  })
}

/** Changes label and type. Stored values do not change. Throws not_found, and invalid if the label is taken. */
export function changeTypedField(ctx: Ctx, { id, label, type, choices }: TypedFieldChange): Promise<TypedField> {
  return write(ctx, async (tx) => {
    // Renaming can also free a number at the end of the key, so an unchanged label must not be renamed.
    if ((await getCustomField(tx, { id })).label !== label) await renameCustomField(tx, { id, label })
    await saveFormat(tx, id, { type, choices })
    return getTypedField(tx, { id })
  })
}

async function saveFormat(tx: Tx, id: number, { type, choices }: FieldFormat): Promise<void> {
  await tx.db.customField.updateMany({ where: { id }, data: { type, choices: [...choices] } })
}

export async function getTypedField(ctx: Ctx, { id }: { id: number }): Promise<TypedField> {
  const field = await findTypedField(ctx, { id })
  if (!field) throw notFound()
  return field
}

export const findTypedField = (ctx: Ctx, { id }: { id: number }): Promise<TypedField | undefined> =>
  ctx.sql.one<TypedField>(
    'select id, name, key, label, type, choices from custom_field where account_id = $1 and id = $2',
    [id],
  )

const EXAMPLES = 5
/** Values from which examples are taken, the most frequent ones first. */
const SAMPLE = 1_000
const MAX_EXAMPLE_LENGTH = 60
/** Counting a million subscribers takes about two seconds. */
const COUNT_TIMEOUT_MS = 15_000

/** Counts all values of a field, and all that do not fit the type, in one statement. */
export function countUnfit(ctx: Ctx, { id, ...format }: FitInput): Promise<FieldFit> {
  return write(
    ctx,
    async (tx) => {
      await getCustomField(tx, { id })
      const fit = await tx.sql.one<FieldFit>(
        `with stored as (
           select s.fields ->> (select f.slot from custom_field f where f.account_id = $1 and f.id = $2) as value
           from subscriber s where s.account_id = $1
         ), checked as (
           select value, coalesce(${FITS[format.type]}, false) as fits from stored where value <> '' and $3::text[] is not null
         )
         select count(*)::int as values, (count(*) filter (where not fits))::int as unfit, array(
             select left(c.value, ${MAX_EXAMPLE_LENGTH}) from (
               select value from (select value from checked where not fits limit ${SAMPLE}) f group by value order by count(*) desc, value limit ${EXAMPLES}
             ) c
           ) as examples
         from checked`,
        [id, format.choices],
      )
      return fit ?? { values: 0, unfit: 0, examples: [] }
    },
    COUNT_TIMEOUT_MS,
  )
}

const DAYS = '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])'

/** SQL condition that `value` fits its type, equivalent to `fitsType`. `$3` has the choices. */
const FITS: Record<FieldFormat['type'], string> = {
  text: 'true',
  number: String.raw`length(value) <= 50 and value <> '-0' and value ~ '^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$'`,
  // Texts that are not YYYY-MM-DD must not reach the cast.
  date: `value ~ '^[0-9]{4}-(${DAYS})$' or (value ~ '^[0-9]{4}-02-29$' and
    case when value ~ '^[0-9]{4}-02-29$' then left(value, 4)::int % 4 = 0 and (left(value, 4)::int % 100 <> 0 or left(value, 4)::int % 400 = 0) end)`,
  choice: 'value = any ($3::text[])',
  choices: `string_to_array(value, ', ') <@ $3::text[]`,
  yes_no: `value in ('${YES}', '${NO}')`,
}

/** Returns the values to store for entered values, by key. Null clears. Keys without a field are left to the caller. */
export async function readEnteredValues(
  ctx: Ctx,
  values: Readonly<Record<string, string | null>>,
): Promise<Record<string, string | null>> {
  const keys = Object.keys(values)
  if (keys.length === 0) return {}
  const fields = await ctx.sql.rows<Readable>(
    `select key, label, type, choices from custom_field where account_id = $1 and key = any ($2::text[]) and type <> 'text' order by id`,
    [keys],
  )
  return readByType(fields, values)
}

type Readable = Pick<TypedField, 'key' | 'label' | 'type' | 'choices'>

/** Like `readEnteredValues`, for known fields. Throws invalid with one text for each value that does not fit. */
export function readByType(
  fields: readonly Readable[],
  values: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const problems: string[] = []
  const storedValues = { ...values }
  for (const field of fields) {
    const given = values[field.key]
    if (given === null || given === undefined) continue
    const result = readFieldValue(field, given)
    if ('problem' in result) problems.push(`${field.label} ${result.problem}`)
    else storedValues[field.key] = result.value
  }
  if (problems.length > 0) throw invalid(problems)
  return storedValues
}
