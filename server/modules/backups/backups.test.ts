import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { readArchive, setWorkFactor, textOf, writeArchive } from '../../db/backup/archive.ts'
import { backUp, ENTRIES } from '../../db/backup/dump.ts'
import type { StoredFiles } from '../../db/backup/files.ts'
import { loadBackup } from '../../db/backup/load.ts'
import { restore, settleRestore } from '../../db/backup/restore.ts'
import { database } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { env } from '../../env.ts'
import { testAccount } from '../../testing/account.ts'
import { REPLACED, recordReplaced } from '../../testing/database/before-baseline.ts'
import { makeEmptyDatabase } from '../../testing/database/database.ts'
import { failOnce } from '../../testing/database/fail-once.ts'
import { schemaSums, sequencesOf, tableSums } from '../../testing/database/fingerprint.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { deepTest } from '../../testing/runner/deep.ts'
import { storedFiles } from '../media/files/backup.ts'
import { folderStore } from '../media/files/folder.ts'
import { isBackupDue, latestBackups, makeDailyBackup } from './service.ts'

runInOwnDatabase()

// Deriving a backup's key takes longer than all other work on a small backup.
beforeEach(() => setWorkFactor(8))
afterAll(() => setWorkFactor())

const PASSPHRASE = 'correct horse battery staple'

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'envoi-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

async function emptyDatabase(): Promise<string> {
  const made = await makeEmptyDatabase(inject('server_url'))
  onTestFinished(made.drop)
  return made.url
}

/** Returns the row count and a checksum of each table, and the definitions of the schema. */
async function fingerprintOf(url: string): Promise<Record<string, string>> {
  const client = await connected(url)
  const found = { ...(await tableSums(client)), ...(await schemaSums(client)), sequences: await sequencesOf(client) }
  await client.end()
  return found
}

async function subscribers(count: number): Promise<void> {
  const { ctx } = await testAccount()
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name, fields)
     select $1, 'subscriber' || n || '@example.net', e'Zoë\\t\\\\ "' || n || e'"\\n', jsonb_build_object('city', 'Malmö ' || n, 'code', md5(n::text) || md5(n || 'x'))
     from generate_series(1, $2::int) n`,
    [count],
  )
}

const picturesIn = (root: string) => storedFiles({ root, store: folderStore(root) })

async function namesOf(files: StoredFiles): Promise<string[]> {
  const names: string[] = []
  for await (const { key, file, bytes } of files.list()) names.push(`${key}/${file} ${bytes}`)
  return names.sort()
}

const made = async () => {
  const file = path.join(folder(), 'all.backup')
  await backUp(database().url, { file, passphrase: PASSPHRASE })
  return file
}

test('a backup restored into an empty database has the same rows, indexes, constraints, triggers and sequences', async () => {
  await subscribers(3_000)
  const before = await fingerprintOf(database().url)
  const file = await made()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('subscriber1@example.net')).toBe(false)
  const url = await emptyDatabase()
  expect(await loadBackup(url, { file, passphrase: PASSPHRASE })).toMatchObject({ secret_key: env().SECRET_KEY })
  expect(await fingerprintOf(url)).toEqual(before)
  expect(await migrate(url)).toEqual([])
})

deepTest('what is written while a backup is made is in it as a whole or not at all', async () => {
  await subscribers(2_000)
  const { ctx } = await testAccount()
  let isOver = false
  const writer = (async () => {
    for (let n = 0; !isOver; n++) {
      await ctx.sql.run(
        `with one as (insert into tag (account_id, name, name_folded) values ($1, $2, $2) returning id),
           other as (insert into subscriber (account_id, email_address) values ($1, $2 || '@example.net') returning id)
         select one.id from one, other`,
        [`both-${n}`],
      )
    }
  })()
  const file = await made().finally(() => {
    isOver = true
  })
  await writer
  const url = await emptyDatabase()
  await loadBackup(url, { file, passphrase: PASSPHRASE })
  const client = await connected(url)
  const count = `select (select count(*) from tag where name like 'both-%') as tags,
    (select count(*) from subscriber where email_address like 'both-%') as subscribers`
  const { rows } = await client.query<{ tags: string; subscribers: string }>(count)
  expect(rows[0]?.tags).toBe(rows[0]?.subscribers)
})

deepTest(
  'a backup as of an exported snapshot has the rows that its session sees, and none that were written since',
  async () => {
    await subscribers(10)
    const session = await connected(database().url)
    await session.query('begin isolation level repeatable read read only')
    const { rows } = await session.query<{ id: string }>('select pg_export_snapshot() as id')
    const snapshot = rows[0]?.id ?? ''
    await testAccount()
    const file = path.join(folder(), 'all.backup')
    await backUp(database().url, { file, passphrase: PASSPHRASE, snapshot })
    const before = await tableSums(session)
    await session.end()
    expect((await fingerprintOf(database().url)).account).not.toBe(before.account)
    const url = await emptyDatabase()
    await loadBackup(url, { file, passphrase: PASSPHRASE })
    expect(await fingerprintOf(url)).toMatchObject(before)
  },
)

test('a backup is an ordinary archive of a manifest, the secret key, tables in parts, and the list of what must arrive', async () => {
  await subscribers(10)
  setWorkFactor()
  const file = await made()
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 16\n/)
  const names: string[] = []
  for await (const entry of readArchive(file, PASSPHRASE)) {
    names.push(entry.name)
    await textOf(entry)
  }
  expect(names.slice(0, 2)).toEqual([ENTRIES.manifest, ENTRIES.secret_key])
  expect(names).toContain('tables/subscriber/000001.copy')
  expect(names.at(-1)).toBe(ENTRIES.summary)
})

test('an existing file, a short passphrase and a full disk leave nothing behind', async () => {
  const dir = folder()
  const file = path.join(dir, 'all.backup')
  await expect(backUp(database().url, { file, passphrase: 'short' })).rejects.toThrow('at least 12 characters')
  await expect(
    backUp(database().url, { file: path.join(dir, 'none', 'all.backup'), passphrase: PASSPHRASE }),
  ).rejects.toThrow('ENOENT')
  expect(readdirSync(dir)).toEqual([])
})

test('a wrong passphrase, a changed byte and a truncated file are refused, and restoring the intact file then succeeds', async () => {
  await subscribers(500)
  const file = await made()
  const url = await emptyDatabase()
  const load = (from: string, passphrase = PASSPHRASE) => loadBackup(url, { file: from, passphrase })
  await expect(load(file, 'not that passphrase')).rejects.toThrow('the passphrase is wrong, or it is not a backup')
  const bytes = readFileSync(file)
  const changed = path.join(folder(), 'changed.backup')
  writeFileSync(changed, bytes.with(bytes.length >> 1, (bytes.at(bytes.length >> 1) ?? 0) ^ 1))
  await expect(load(changed)).rejects.toThrow('is damaged: it was changed, or it is not complete')
  writeFileSync(changed, bytes)
  truncateSync(changed, bytes.length - 200)
  await expect(load(changed)).rejects.toThrow('is damaged')
  // Damage in a large file only shows when half of it is loaded.
  const half = path.join(folder(), 'half.backup')
  await writeArchive(half, PASSPHRASE, async (archive) => {
    for await (const entry of readArchive(file, PASSPHRASE)) {
      const bytes = Buffer.from(await textOf(entry))
      if (entry.name !== ENTRIES.summary) await archive.add(entry.name, bytes)
    }
  })
  await expect(load(half)).rejects.toThrow('is not complete')
  await expect(settleRestore({ DATABASE_URL: url, DATA_DIR: folder() }, url)).rejects.toThrow(
    'a restore into this database was interrupted',
  )
  expect((await load(file)).rows).toBeGreaterThan(500)
  await settleRestore({ DATABASE_URL: url, DATA_DIR: folder() }, url)
  await expect(load(file)).rejects.toThrow('the database has tables already')
})

deepTest('the built-in database is replaced at the end, and what was there stays beside it', async () => {
  const DATA_DIR = folder()
  const embedded = await openEmbedded({ dir: DATA_DIR, throwaway: true })
  onTestFinished(embedded.close)
  await migrate(embedded.url)
  const present = await connected(embedded.url)
  await present.query(`insert into users (email) values ('before@studio.example')`)
  writeFileSync(path.join(DATA_DIR, 'secret-key'), 'the key from before, which has 32 characters')
  const target = { DATABASE_URL: undefined, DATA_DIR, SECRET_KEY: 'unused', has_given_key: false }
  await subscribers(20)
  const pictures = picturesIn(path.join(folder(), 'media'))
  await pictures.put('from-backup', '320.jpg', Buffer.alloc(3_000_000, 7))
  await pictures.put('from-backup', '320.webp', Buffer.from('small'))
  const present_pictures = picturesIn(path.join(DATA_DIR, 'media'))
  await present_pictures.put('from-before', '320.jpg', Buffer.from('present'))
  const file = path.join(folder(), 'all.backup')
  expect(await backUp(database().url, { file, passphrase: PASSPHRASE, files: pictures })).toMatchObject({ files: 2 })
  const damaged = path.join(DATA_DIR, 'damaged.backup')
  writeFileSync(damaged, readFileSync(file).subarray(0, -100))
  const files = present_pictures
  await expect(restore(target, { file: damaged, passphrase: PASSPHRASE, files })).rejects.toThrow('is damaged')
  expect(await namesOf(files)).toContain('from-before/320.jpg 7')
  expect((await present.query('select email from users')).rows).toEqual([{ email: 'before@studio.example' }])
  const restored = await restore(target, { file, passphrase: PASSPHRASE, files })
  expect(restored.files).toBe(2)
  // Earlier files stay, because the earlier database refers to them.
  expect(await namesOf(files)).toEqual([
    'from-backup/320.jpg 3000000',
    'from-backup/320.webp 5',
    'from-before/320.jpg 7',
  ])
  const picture = path.join('media', 'fr', 'from-backup', '320.jpg')
  expect(readFileSync(path.join(DATA_DIR, picture)).equals(Buffer.alloc(3_000_000, 7))).toBe(true)
  expect(restored).toMatchObject({ previous: 'envoi_before_restore', is_other_key: false })
  expect(readFileSync(path.join(DATA_DIR, 'secret-key'), 'utf8')).toBe(env().SECRET_KEY)
  expect(await fingerprintOf(embedded.url)).toEqual(await fingerprintOf(database().url))
  const previous = await connected(
    embedded.url.replace('/envoi?', '/envoi_before_restore?').replace(/\/envoi$/, '/envoi_before_restore'),
  )
  expect((await previous.query('select email from users')).rows).toEqual([{ email: 'before@studio.example' }])
  // Killed after the databases were swapped and before the key was replaced.
  const key = path.join(DATA_DIR, 'secret-key')
  writeFileSync(`${key}.restored`, readFileSync(key))
  writeFileSync(key, 'the key from before, which has 32 characters')
  await expect(settleRestore(target, embedded.url)).rejects.toThrow('is complete now. Start again')
  expect(readFileSync(key, 'utf8')).toBe(env().SECRET_KEY)
  // Killed before the swap: the backup's key is discarded.
  writeFileSync(`${key}.restored`, 'the key of a backup that never took its place')
  await settleRestore(target, embedded.url)
  expect(readdirSync(DATA_DIR)).not.toContain('secret-key.restored')
})

deepTest(
  'a backup with a missing image is refused, and an image name that leads out of the folder is ignored',
  async () => {
    const root = folder()
    const pictures = picturesIn(root)
    await pictures.put('one', '320.jpg', Buffer.from('one'))
    await pictures.put('two', '320.jpg', Buffer.from('two'))
    const file = path.join(folder(), 'all.backup')
    await backUp(database().url, { file, passphrase: PASSPHRASE, files: pictures })
    const changed = path.join(folder(), 'changed.backup')
    await writeArchive(changed, PASSPHRASE, async (archive) => {
      for await (const entry of readArchive(file, PASSPHRASE)) {
        const bytes = Buffer.from(await textOf(entry))
        const name = entry.name === 'media/two/320.jpg' ? 'media/../320.jpg' : entry.name
        await archive.add(name, bytes)
      }
    })
    const target = picturesIn(path.join(folder(), 'media'))
    const loading = loadBackup(await emptyDatabase(), { file: changed, passphrase: PASSPHRASE, files: target })
    await expect(loading).rejects.toThrow('1 of 2 files arrived')
    expect(await namesOf(target)).toEqual(['one/320.jpg 3'])
  },
)

test('the daily backup is made at its hour or as soon as possible after it, and old ones are deleted', async () => {
  const dir = folder()
  writeFileSync(path.join(dir, 'notes.txt'), 'kept')
  writeFileSync(path.join(dir, 'envoi-2027-02-27T030030Z.backup.partial'), 'cut off by a kill')
  const at = (time: string) => ({ ...serviceCtx(), now: () => new Date(time) })
  const settings = { BACKUP_HOUR: 3, BACKUP_KEEP: 2, BACKUP_DIR: dir, BACKUP_PASSPHRASE: PASSPHRASE }
  const due = (time: string) => isBackupDue(at(time), settings)
  expect(await due('2027-03-01T00:10:00Z')).toBe(true)
  for (const day of ['01', '02', '03']) {
    expect(await due(`2027-03-${day}T03:00:30Z`), day).toBe(true)
    await makeDailyBackup(at(`2027-03-${day}T03:00:30Z`), settings)
    expect(await due(`2027-03-${day}T03:01:30Z`), day).toBe(false)
  }
  expect(readdirSync(dir).sort()).toEqual([
    'envoi-2027-03-02T030030Z.backup',
    'envoi-2027-03-03T030030Z.backup',
    'notes.txt',
  ])
  expect(await due('2027-03-04T02:59:00Z')).toBe(false)
  expect(await due('2027-03-04T17:00:00Z')).toBe(true)
  const broken = { ...settings, BACKUP_DIR: path.join(dir, 'notes.txt') }
  await expect(makeDailyBackup(at('2027-03-04T17:00:00Z'), broken)).rejects.toThrow()
})

test('a failed backup is recorded with its reason and retried after an hour', async () => {
  const at = (time: string) => ({ ...serviceCtx(), now: () => new Date(time) })
  const settings = { BACKUP_HOUR: 3, BACKUP_KEEP: 2, BACKUP_DIR: folder(), BACKUP_PASSPHRASE: 'short' }
  await expect(makeDailyBackup(at('2027-04-01T03:00:30Z'), settings)).rejects.toThrow('at least 12')
  const { tried } = await latestBackups(serviceCtx())
  expect(tried).toMatchObject({ bytes: null, is_scheduled: true, error: expect.stringContaining('at least 12') })
  expect(await isBackupDue(at('2027-04-01T03:30:00Z'), settings)).toBe(false)
  expect(await isBackupDue(at('2027-04-01T04:01:00Z'), settings)).toBe(true)
})

test('a backup is recorded even if recording it fails once, and no second one is due', async () => {
  const ctx = { ...serviceCtx(), now: () => new Date('2027-05-01T03:00:30Z') }
  const settings = { BACKUP_HOUR: 3, BACKUP_KEEP: 2, BACKUP_DIR: folder(), BACKUP_PASSPHRASE: PASSPHRASE }
  const hasFailed = await failOnce('backup', { fault: 'its connection ended', on: 'insert' })
  const { file } = await makeDailyBackup(ctx, settings)
  expect(await hasFailed()).toBe(true)
  expect(await latestBackups(ctx)).toMatchObject({ made: { file }, tried: { file, error: null } })
  expect(await isBackupDue(ctx, settings)).toBe(false)
})

deepTest(
  'a backup of version 0.1.0 can be restored, and an older one is refused with the version to pass through',
  async () => {
    onTestFinished(() => migrate(database().url).then(() => undefined))
    await recordReplaced(database().pool)
    const url = await emptyDatabase()
    await loadBackup(url, { file: await made(), passphrase: PASSPHRASE })
    const tagsOf = (sums: Record<string, string>) => [sums.tag, sums.subscriber, sums.indexes]
    expect(tagsOf(await fingerprintOf(url))).toEqual(tagsOf(await fingerprintOf(database().url)))
    await recordReplaced(database().pool, REPLACED.slice(1))
    const older = loadBackup(await emptyDatabase(), { file: await made(), passphrase: PASSPHRASE })
    await expect(older).rejects.toThrow(
      `The backup is older than version 0.1.0 (commit a3cbe829): it lacks the migration ${REPLACED[0]}`,
    )
    await recordReplaced(database().pool)
  },
)
