import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, uploaded } from '../../../testing/modules/imports.ts'
import type { TypedField } from '../../custom-fields/schema.ts'
import { checkImport } from '../mapping/sample-check.ts'
import { previewImport } from '../preview/preview.ts'
import type { ColumnTarget } from '../schema.ts'
import { setColumns, startImport } from '../service.ts'
import { runSlice } from './slice.ts'

test('a new field has the type that was chosen for it, and its values are read as that type', async () => {
  const { ctx } = await testAccount()
  const { id } = await uploaded(
    ctx,
    'Email,Age,Born,Color\na@x.example,"1,200",03/04/1990,RED\nb@x.example,many,31/12/1991,Pink\n',
  )
  const field = { target: 'new_field' as const }
  const columns: ColumnTarget[] = [
    { target: 'email_address' as const },
    { ...field, label: 'Age', type: 'number' as const },
    { ...field, label: 'Born', type: 'date' as const, date_order: 'day_first' as const },
    { ...field, label: 'Color', type: 'choice' as const, choices: ['Red', 'Blue'] },
  ]
  await expect(
    setColumns(ctx, { id, columns: columns.with(3, { ...field, label: 'Color', type: 'choice' }) }),
  ).rejects.toThrow('has no choices')
  await setColumns(ctx, { id, columns })
  expect(await checkImport(ctx, { id, columns })).toMatchObject({ noted_count: 1, counts: { created: 2 } })
  expect(await previewImport(ctx, { id, ...IMPORT_OPTIONS })).toMatchObject({ noted_count: 1 })
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  while (await runSlice(ctx, { id }));
  const fields = await ctx.sql.rows<TypedField>(
    'select label, type, choices from custom_field where account_id = $1 order by id',
  )
  expect(fields.map(({ label, type, choices }) => [label, type, choices])).toEqual([
    ['Age', 'number', []],
    ['Born', 'date', []],
    ['Color', 'choice', ['Red', 'Blue']],
  ])
  const values = await ctx.sql.rows<{ fields: Record<string, string> }>(
    'select fields from subscriber where account_id = $1 order by email_address',
  )
  expect(values.map((row) => Object.values(row.fields).sort())).toEqual([['1200', '1990-04-03', 'Red'], ['1991-12-31']])
})
