import { beforeAll, expect, test } from 'vitest'
import { testEngines } from '../../server/jobs/testing/harness.ts'
import { type CallSite, readCallSites } from './call-sites.ts'
import { inspectStatements } from './inspect.ts'

const { start, pool } = testEngines()
let sites: CallSite[]

beforeAll(async () => {
  sites = readCallSites()
  // The engine creates its tables when it starts.
  await start(() => [], { work: false })
})

async function inspect(of = ''): Promise<Awaited<ReturnType<typeof inspectStatements>>> {
  const client = await pool().connect()
  try {
    return await inspectStatements(
      client,
      sites.filter(({ place }) => place.startsWith(of)),
    )
  } finally {
    client.release()
  }
}

test('rows of statements are declared as PostgreSQL returns them, and only listed statements cannot be described', async () => {
  const { problems, unused, described, listed } = await inspect()
  expect(problems).toEqual([])
  expect(unused, 'remove from scripts/statements/exceptions.ts what can be described').toEqual([])
  expect(described / (described + listed)).toBeGreaterThan(0.9)
})

/** Inspects the statements of a file after a change to the database. */
async function inspectAfter(change: string, back: string, of: string): Promise<string[]> {
  await pool().query(change)
  try {
    return (await inspect(of)).problems
  } finally {
    await pool().query(back)
  }
}

test('a renamed column is found', async () => {
  const change = 'alter table custom_field rename column label to caption'
  const back = 'alter table custom_field rename column caption to label'
  expect(await inspectAfter(change, back, 'server/modules/custom-fields/typed.ts')).toContainEqual(
    expect.stringMatching(
      /^server\/modules\/custom-fields\/typed\.ts:\d+: PostgreSQL refuses it: column "label" does not exist$/,
    ),
  )
})

const MEMBERS = 'server/modules/accounts/service.ts'

test('a column with another type is found', async () => {
  const change =
    'alter table account rename column name to old_name; alter table account add column name int not null default 1'
  const back = 'alter table account drop column name; alter table account rename column old_name to name'
  expect(await inspectAfter(change, back, MEMBERS)).toContainEqual(
    expect.stringMatching(/: name is declared as string, and PostgreSQL returns int4, which is read as number$/),
  )
})

test('a column that can be null is found', async () => {
  const change = 'alter table account alter column name drop not null'
  const back = 'alter table account alter column name set not null'
  expect(await inspectAfter(change, back, MEMBERS)).toContainEqual(expect.stringMatching(/: name can be null$/))
})

test('a new enum value is found where the code does not handle it', async () => {
  const change = "alter type role rename value 'viewer' to 'guest'"
  const back = "alter type role rename value 'guest' to 'viewer'"
  expect(await inspectAfter(change, back, MEMBERS)).toContainEqual(
    expect.stringMatching(/: role can also be guest \(role\)$/),
  )
})

test('a column of a table that is only left-joined can be null', async () => {
  const client = await pool().connect()
  const columns = [{ name: 'tag', forms: ['string'], literals: undefined }]
  const problemsOf = async (join: string) => {
    const text = `select t.name as tag from subscriber s ${join} tag t on t.account_id = s.account_id`
    const site = { place: 'here:1', owner: 'here', has_numbers: true, texts: [text], columns }
    return (await inspectStatements(client, [site])).problems
  }
  expect(await problemsOf('left join')).toEqual(['here:1: tag can be null'])
  expect(await problemsOf('join')).toEqual([])
  client.release()
})
