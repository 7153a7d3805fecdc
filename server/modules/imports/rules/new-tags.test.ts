import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { csv, IMPORT_OPTIONS, imported, previewed, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { listPreviewRows } from '../preview/preview.ts'
import { MAX_NEW_TAGS } from '../schema.ts'

test('a preview names each tag that a subscriber gets once, as it is spelled first', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, csv(['k,,,t1']))
  const { id } = await uploaded(ctx, csv(['k,,,"T1,t2,T2,all"', 'z']))
  await previewed(ctx, { id, batch_rows: 50, ...IMPORT_OPTIONS, tags: ['ALL'] })
  expect((await listPreviewRows(ctx, { id, result: 'updated' })).rows[0]?.values).toEqual([
    { label: 'Tags', before: null, after: '+ ALL, t2' },
  ])
})

test('a row says that its tags were ignored because the file has too many', async () => {
  const { ctx } = await testAccount()
  const many = Array.from({ length: MAX_NEW_TAGS }, (_, at) => `N${at}`).join(',')
  const done = await imported(ctx, csv([`n1,,,"${many}"`, 'n2,,,More', 'n3,,,n1']))
  expect((await resultsOf(ctx, done)).map(({ message }) => message)).toEqual([
    null,
    'The file has more than 1000 new tags: the others were ignored',
    null,
  ])
})
