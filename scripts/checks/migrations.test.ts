import { expect, test } from 'vitest'
import { parseFile } from '../definitions/definitions.ts'
import { definedWithoutFile, inspectMigration, newKnown } from './migrations.ts'

const inspect = async (...texts: string[]) => {
  const known = newKnown()
  const found: string[] = []
  for (const [i, sql] of texts.entries()) found.push(...(await inspectMigration({ name: `m${i}`, sql }, known)))
  return found
}

test.each([
  ['alter table tag alter column name type varchar(9)', 'rewrites the table'],
  [
    'alter table tag add column code uuid default gen_random_uuid()',
    'gen_random_uuid() of tag.code is computed for every row',
  ],
  ['alter table tag add column code int not null', 'give it a default'],
  ['alter table tag add column code serial', 'is computed for every row'],
  ['alter table tag add column code int generated always as (id + 1) stored', 'is computed for every row'],
  ['alter table tag add column code int check (code > 0)', 'add it NOT VALID'],
  ['alter table tag add column code int references account (id)', 'add it NOT VALID'],
  ['alter table tag alter column name set not null', 'SET NOT NULL reads tag while it is locked'],
  ['alter table tag add constraint short check (length(name) < 9)', 'add it NOT VALID'],
  ['alter table tag add constraint f foreign key (account_id) references account (id)', 'add it NOT VALID'],
  ['alter table tag add constraint one unique (name)', 'USING INDEX'],
  ['alter table tag add primary key (id)', 'USING INDEX'],
  ['alter table tag set unlogged', 'is not known to be quick'],
  ['alter table tag drop column name', 'one version after the last use'],
  ['alter table tag rename column name to title', 'the previous version uses the old name'],
  ['alter table tag rename to label', 'the previous version uses the old name'],
  ['drop table tag', 'one version after the last use'],
  ['create index on tag (name)', 'an index on tag blocks writes'],
  ['create index concurrently on tag (name)', 'an index on tag blocks writes'],
  ['update tag set name = upper(name)', 'all rows of tag stay locked'],
  ['delete from tag where name is null', 'all rows of tag stay locked'],
  ['-- Repeats until no row changes.\nupdate tag set name = 1', 'all rows of tag stay locked'],
  ['lock table tag', 'LOCK TABLE'],
  ['truncate tag', 'TRUNCATE'],
  ['do $$ begin update tag set name = 1; end $$', 'a DO block cannot be checked'],
  ['set lock_timeout = 0', 'limits on locks'],
  ['commit', 'transactions'],
  ['-- Needs every other process stopped.\nalter table tag rename to label', 'it stops the service'],
])('%s is refused', async (sql, why) => {
  const found = await inspect(sql)
  expect(found.join('\n')).toContain(why)
})

test.each([
  'alter table tag add column code int',
  'alter table tag add column code int not null default 3',
  'alter table tag add column at timestamptz not null default now()',
  'alter table tag alter column name drop not null, alter column name set default 1, drop constraint short',
  'alter table tag add constraint short check (length(name) < 9) not valid',
  'alter table tag add constraint one unique using index tag_one',
  'alter table tag validate constraint short',
  'alter index tag_one rename to tag_two',
  'create table fresh (id int); create index on fresh (id); alter table fresh alter column id type bigint; update fresh set id = 1',
  'create or replace function f() returns int language sql as $$ select 1 $$; drop index tag_one',
  `insert into tag (name) values ('one')`,
  '-- Runs outside of a transaction.\ncreate index concurrently if not exists tag_name on tag (name)',
  '-- Repeats until no row changes.\nupdate tag set name = 1 where id in (select id from tag where name is null limit 9)',
])('%s is allowed', async (sql) => {
  expect(await inspect(sql)).toEqual([])
})

test('a column may become NOT NULL after a later migration has validated a check', async () => {
  const promise = 'alter table tag add constraint named check (name is not null) not valid'
  const validate = 'alter table tag validate constraint named'
  const become = 'alter table tag alter column name set not null'
  expect(await inspect(promise, validate, become)).toEqual([])
  expect(await inspect(`${promise}; ${validate}`)).toEqual([
    'prisma/migrations/m0/migration.sql:1: tag.named would be validated while its table is locked by ADD CONSTRAINT: validate it in a later migration',
  ])
  expect((await inspect(promise, become)).length).toBe(1)
})

test('a refused statement is accepted with a reason in a comment before it', async () => {
  const sql = (reason: string) => `create table other (id int);\n-- ${reason}\ndrop table tag`
  expect(await inspect(sql('Accepted: no version since 0.2 reads this table'))).toEqual([])
  expect(await inspect(sql('Accepted: ok'))).toEqual([
    'prisma/migrations/m0/migration.sql:3: "-- Accepted:" needs a reason of at least 20 characters',
  ])
  expect(await inspect('-- Accepted: nothing to accept in this one\ncreate table other (id int)')).toEqual([
    'prisma/migrations/m0/migration.sql:2: nothing is refused here, remove "-- Accepted:"',
  ])
})

test('a migration that runs outside of a transaction has one statement', async () => {
  const [found] = await inspect('-- Runs outside of a transaction.\nselect 1; select 2')
  expect(found).toContain('has one statement')
})

const FUNCTION = 'create or replace function f() returns int language sql as $$ select 1 $$;'
const TRIGGER = 'create or replace trigger t after insert on tag execute function f();'

test('a function or trigger in a migration needs a file, unless a later migration drops it', async () => {
  const migrations = [
    { name: 'm0', sql: FUNCTION },
    { name: 'm1', sql: TRIGGER },
  ]
  const found = await definedWithoutFile(migrations, [])
  expect(found.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
    'prisma/migrations/m0/migration.sql: the function f has no file',
    'prisma/migrations/m1/migration.sql: the trigger t has no file',
  ])
  const file = await parseFile('f.sql', `-- Rule.\n\n-- Why here: no reason.\n${FUNCTION}\n${TRIGGER}\n`)
  expect(await definedWithoutFile(migrations, [file])).toEqual([])
  const drops = { name: 'm2', sql: 'drop trigger t on tag; drop function f()' }
  expect(await definedWithoutFile([...migrations, drops], [])).toEqual([])
})
