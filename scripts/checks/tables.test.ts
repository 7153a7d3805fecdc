import { expect, test } from 'vitest'
import { OTHER_WRITERS } from './table-exceptions.ts'
import { type Access, accessesOf, inspectAccesses, inspectTables, isChecked, readModels } from './tables.ts'

const MODELS = readModels(
  'model Tagging {\n  data Json @default("{}")\n  @@map("tagging")\n}\nmodel users {\n  id Int\n  taggings Tagging[]\n}\n',
)
const FILE = 'server/modules/forms/sign-up/sign-up.ts'
const accesses = (text: string, file = FILE) =>
  accessesOf(file, text, MODELS).map(({ kind, table }) => `${kind} ${table}`)

test('models are mapped to their table', () => {
  expect(MODELS).toEqual([
    { member: 'tagging', table: 'tagging', relations: [] },
    { member: 'users', table: 'users', relations: [{ field: 'taggings', table: 'tagging' }] },
  ])
})

test('SQL and Prisma calls that read or write a table are found, once each', () => {
  expect(accesses('insert into tagging select 1 from users join users u')).toEqual(['write tagging', 'read users'])
  expect(accesses('update tagging t set x = 1')).toEqual(['write tagging'])
  expect(accesses('delete from only tagging')).toContain('write tagging')
  expect(accesses('tx.db.tagging.createMany({})')).toEqual(['write tagging'])
  expect(accesses('ctx.db.users.findFirstOrThrow({})')).toEqual(['read users'])
  expect(accesses("purgeRows({ table: 'tagging', where })")).toEqual(['write tagging'])
  expect(accesses('select 1 from other where updated_at > now() for update of t')).toEqual([])
})

test.each([
  ['merge', 'merge into tagging t using x on t.id = x.id when matched then delete'],
  ['truncate', 'truncate table tagging'],
  ['copy', 'copy tagging (id) from stdin'],
  ['a quoted name', 'update "tagging" set x = 1'],
  ['a schema', 'delete from public.tagging'],
  ['a Prisma call on two lines', 'tx.db.tagging\n  .updateMany({})'],
  ['a nested write of Prisma', 'tx.db.users.update({ where, data: { name, taggings: { deleteMany: {} } } })'],
])('a write is found in %s', (_, text) => {
  expect(accesses(text)).toContain('write tagging')
})

test('a filter by a relation is not a write', () => {
  expect(accesses('ctx.db.users.findFirst({ where: { taggings: { some: { id } } } })')).toEqual(['read users'])
})

test('the second table of a list after FROM counts as read', () => {
  expect(accesses('select 1 from users u, tagging t')).toEqual(['read users', 'read tagging'])
})

const inspect = (file: string, table: string, kind: Access['kind']) =>
  inspectAccesses([{ file, table, kind }], [table]).filter((line) => !line.includes('nothing uses'))

test('a module that writes the table of another is reported', () => {
  expect(inspect('server/modules/forms/sign-up/sign-up.ts', 'tagging', 'write')).toEqual([
    'server/modules/forms/sign-up/sign-up.ts writes tagging: only tags may, call one of its functions',
  ])
  expect(inspect('server/modules/tags/one-statement.ts', 'tagging', 'write')).toEqual([])
  expect(inspect('server/modules/privacy/erase.ts', 'tagging', 'write')).toEqual([])
})

test('a read against the order of modules is reported, a read toward the foundations is not', () => {
  expect(inspect('server/modules/tags/one-statement.ts', 'webhook_event', 'read')).toEqual([
    'server/modules/tags/one-statement.ts reads webhook_event: webhooks comes later, list the reason in table-exceptions.ts',
  ])
  expect(inspect('server/modules/webhooks/history/tail.ts', 'tagging', 'read')).toEqual([])
})

test('the server and pages are checked, tests are not', () => {
  expect(['server/core/write/write.ts', 'app/api/imports/route.ts', 'app/layout.tsx'].filter(isChecked)).toHaveLength(3)
  expect(
    ['server/modules/tags/tags.test.ts', 'server/testing/account.ts', 'bench/reading.ts'].filter(isChecked),
  ).toEqual([])
})

test('a table without an owner and an exception that nothing uses are reported', () => {
  const lines = inspectAccesses([], ['tagging', 'new_table'])
  expect(lines).toContain('new_table has no owner: name its module in scripts/checks/table-owners.ts')
  expect(lines).toContain('table-exceptions.ts lists webhooks for outbox, which nothing uses: remove it')
})

test('every table of the schema is written by its owner, or by a listed exception', () => {
  expect(inspectTables()).toEqual([])
})

test('a table is written by its owner, except for listed writers', () => {
  expect(OTHER_WRITERS.filter(({ tables }) => tables.length > 0)).toMatchObject([
    {
      who: 'server/modules/tags/conditions',
      tables: [
        'automation',
        'automation_email',
        'automation_version',
        'automation_version_email',
        'broadcast',
        'email_template',
        'mail',
        'mail_variant',
        'post',
        'sequence_email',
        'snippet',
      ],
    },
    { who: 'server/rest/authenticate', tables: ['api_key', 'oauth_token'] },
    { who: 'accounts', tables: ['email_template', 'users'] },
    { who: 'users', tables: ['authenticator', 'passkey', 'recovery_code'] },
    {
      who: 'templates',
      tables: ['automation_email', 'automation_version_email', 'broadcast', 'sequence', 'sequence_email'],
    },
    { who: 'delivery', tables: ['instance_figure'] },
    { who: 'webhooks', tables: ['outbox'] },
  ])
})
