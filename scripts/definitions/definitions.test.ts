import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../server/testing/database/database.ts'
import { definitionsDiff } from '../schema-diff.ts'
import { databaseSection } from './database-section.ts'
import { type DefinitionFile, inspectDefinitions, parseFile, readDefinitions } from './definitions.ts'

async function migrated() {
  const { url, drop } = await makeDatabase(inject('server_url'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return { url, client }
}

const HEAD = '-- Nothing happens.\n\n-- Why here: it is a test.\n'
const parseText = (text: string, file = 'server/modules/tags/database/quiet.sql'): Promise<DefinitionFile> =>
  parseFile(file, HEAD + text)
const QUIET = `CREATE OR REPLACE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE OR REPLACE TRIGGER tag_is_quiet AFTER INSERT OR UPDATE OF name ON tag FOR EACH ROW EXECUTE FUNCTION quiet();\n`

test('the migrations make the functions and triggers of the files', async () => {
  expect(await definitionsDiff((await migrated()).url)).toBe('')
})

test('the migration of a new rule contains its function and its trigger, and is needed once', async () => {
  const { url, client } = await migrated()
  const files = [...(await readDefinitions()), await parseText(QUIET)]
  const sql = await definitionsDiff(url, Promise.resolve(files))
  expect(sql).toBe(QUIET.replace(';\nCREATE', ';\n\nCREATE').trimEnd())
  await client.query(sql)
  expect(await definitionsDiff(url, Promise.resolve(files))).toBe('')
  expect(await definitionsDiff(url)).toBe(
    'DROP TRIGGER tag_is_quiet ON tag;\n\nDROP FUNCTION quiet();'.replace('ON', 'on'),
  )
})

test('a rule that differs in the database is written again, regardless of formatting', async () => {
  const { url, client } = await migrated()
  await client.query(
    `create or replace function notify_outbox() returns trigger language plpgsql as $$ begin return null; end $$`,
  )
  await client.query('grant execute on function purge_audit_entries to public')
  const sql = await definitionsDiff(url)
  expect(sql).toMatch(/^CREATE OR REPLACE FUNCTION purge_audit_entries[\s\S]*\nREVOKE ALL/)
  expect(sql).toMatch(/^CREATE OR REPLACE FUNCTION notify_outbox/m)
  expect(sql.match(/^CREATE/gm)).toHaveLength(2)
  await client.query(sql)
  expect(await definitionsDiff(url)).toBe('')
})

test.each([
  [`-- A rule.\n${QUIET}`, 'begin with a comment that says the rule'],
  [`${HEAD}create table quiet (id int)`, 'belong here'],
  [`${HEAD}${QUIET.replaceAll(' OR REPLACE', '')}`, 'belong here'],
])('a file needs its two comments, and holds only what can be replaced (%#)', async (text, why) => {
  await expect(parseFile('server/modules/tags/database/quiet.sql', text)).rejects.toThrow(why)
})

test("a rule has one file, in the folder of its table's owner", async () => {
  const [here, elsewhere] = [await parseText(QUIET), await parseText(QUIET, 'server/modules/posts/database/quiet.sql')]
  expect(inspectDefinitions([here])).toEqual([])
  expect(inspectDefinitions([here, elsewhere])).toEqual([
    'server/modules/posts/database/quiet.sql: the function quiet is in server/modules/tags/database/quiet.sql, too: keep one',
    'server/modules/posts/database/quiet.sql: the trigger tag_is_quiet is in server/modules/tags/database/quiet.sql, too: keep one',
    'server/modules/posts/database/quiet.sql: tag_is_quiet is a trigger of tag: move it to server/modules/tags/database',
  ])
})

test('the section of the architecture describes when a rule runs, its effect and what disables it', async () => {
  const file = await parseText(
    QUIET.replace('BEGIN', `BEGIN IF current_setting('envoi.quiet') = 'on' THEN RETURN NEW; END IF;`),
  )
  const section = databaseSection(
    [file],
    [
      { file: 'server/core/quiet.ts', text: "export const QUIET = `set_config('envoi.quiet', 'on', true)`" },
      { file: 'server/modules/tags/service.ts', text: 'sql(QUIET)' },
      { file: 'server/modules/posts/service.ts', text: 'NOTHING' },
    ],
  )
  expect(section).toContain(
    '| `tag` | after insert or update of name, each row | Nothing happens. | `server/modules/tags/database/quiet.sql` |',
  )
  expect(section).toContain(
    '| `envoi.quiet` | `server/modules/tags/database/quiet.sql` | `server/core/quiet.ts`, `server/modules/tags/service.ts` |',
  )
})
