import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { SettingError } from '../../env.ts'
import { withBaseline } from '../baseline.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { type ArchiveEntry, readArchive, textOf } from './archive.ts'
import { ENTRIES, Manifest, Summary, TABLE_ENTRY } from './dump.ts'
import { putFile, type StoredFiles } from './files.ts'
import { COPY_SETTINGS, copyIn, setSequences, withBareTables } from './tables.ts'

/** Exists in a database while a backup is loaded into it. */
const MARK = 'envoi_restore_unfinished'

export interface Loaded {
  made_at: string
  rows: number
  /** Number of files referenced by the rows. */
  files: number
  secret_key: string
  /** Broadcasts that were being sent, or are overdue. They continue when jobs run. */
  continuing_broadcasts: number
}

/**
 * Loads a backup into a database without tables, or with the tables of an interrupted load, and migrates it to the schema of this version.
 * Throws SettingError if the database has tables, or if the backup is damaged or from a newer version.
 */
export async function loadBackup(
  url: string,
  { file, passphrase, files }: { file: string; passphrase: string; files?: StoredFiles },
): Promise<Loaded> {
  const entries = readArchive(file, passphrase)
  const first = await entries.next()
  if (first.done || first.value.name !== ENTRIES.manifest) throw new SettingError(`${file} is not a backup of Envoi.`)
  const manifest = parsed(Manifest, await textOf(first.value), file)
  const migrations = migrationsOf(manifest)
  // With this name, migrations do not wait for the session as for a process of an older version.
  const client = new pg.Client({ connectionString: url, application_name: 'envoi migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await clear(client)
    await migrate(url, { migrations })
    let result: Omit<Loaded, 'continuing_broadcasts'> | undefined
    await withBareTables(client, async () => {
      result = await loadEntries(client, entries, { manifest, file, files })
    })
    if (!result) throw new Error('Nothing was loaded')
    await client.query(`drop table ${MARK}`)
    await migrate(url)
    return { ...result, continuing_broadcasts: await countContinuing(client) }
  } finally {
    await entries.return(undefined)
    await client.end().catch(() => undefined)
  }
}

/**
 * Throws SettingError for a database that an interrupted restore left incomplete. An unreachable database is ignored here: the next connection
 * reports the reason.
 */
export async function refuseUnfinished(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'envoi' })
  client.on('error', () => undefined)
  try {
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    if (!isOpen) return
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [MARK])
    if (rows[0]?.there)
      throw new SettingError(
        'DATABASE_URL: a restore into this database was interrupted. Run `npm run envoi -- restore FILE` again, or name another database.',
      )
  } finally {
    await client.end().catch(() => undefined)
  }
}

function migrationsOf(manifest: Manifest): ReturnType<typeof readMigrations> {
  const migrations = readMigrations()
  const names = new Set(migrations.map(({ name }) => name))
  const applied_names = withBaseline(manifest.migrations, { migrations: migrations, subject: 'The backup' })
  const newer = applied_names.filter((name) => !names.has(name))
  if (newer.length > 0)
    throw new SettingError(
      `The backup is of a newer version of Envoi: it has the migration ${newer.join(' and ')}. Update Envoi, then restore it.`,
    )
  return migrations.filter(({ name }) => applied_names.includes(name))
}

async function clear(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number; is_ours: boolean }>(
    `select count(*)::int as tables, to_regclass($1) is not null as is_ours
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    [MARK],
  )
  const { tables = 0, is_ours = false } = rows[0] ?? {}
  if (tables > 0 && !is_ours)
    throw new SettingError(
      'DATABASE_URL: the database has tables already. A backup is restored into an empty database: create one, name it in DATABASE_URL, and restore again. The old one stays as it is.',
    )
  if (is_ours) {
    const { rows: schemas } = await client.query<{ name: string }>('select quote_ident(current_schema()) as name')
    const name = schemas[0]?.name ?? 'public'
    await client.query(`drop schema ${name} cascade; create schema ${name}`)
  }
  await client.query(`create table ${MARK} (begun_at timestamptz not null default now())`)
}

async function loadEntries(
  client: pg.Client,
  entries: AsyncGenerator<ArchiveEntry>,
  { manifest, file, files }: { manifest: Manifest; file: string; files: StoredFiles | undefined },
): Promise<Omit<Loaded, 'continuing_broadcasts'>> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const counts = new Map<string, number>()
  let secret_key = ''
  let file_count = 0
  let open: TableLoad | undefined
  const close = async () => {
    if (!open) return
    counts.set(open.name, await open.end())
    open = undefined
  }
  for await (const entry of entries) {
    const name = TABLE_ENTRY.exec(entry.name)?.[1]
    if (name !== undefined) {
      const table = tables.get(name)
      if (!table) throw new SettingError(`${file} has rows of the table ${name}, which it does not describe.`)
      if (open?.name !== name) {
        await close()
        open = await TableLoad.begin(client, name, copyIn(table))
      }
      await open.add(entry)
      continue
    }
    await close()
    if (entry.name === ENTRIES.secret_key) secret_key = await textOf(entry)
    else if (entry.name === ENTRIES.summary) {
      const summary = parsed(Summary, await textOf(entry), file)
      const wrong = Object.entries(summary.rows).find(([table, rows]) => (counts.get(table) ?? 0) !== rows)
      if (wrong)
        throw new SettingError(
          `${file} is damaged: ${counts.get(wrong[0]) ?? 0} of ${wrong[1]} rows of ${wrong[0]} arrived.`,
        )
      await setSequences(client, summary.sequences)
      const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
      if (files && summary.files !== undefined && summary.files !== file_count)
        throw new SettingError(`${file} is damaged: ${file_count} of ${summary.files} files arrived.`)
      return { made_at: manifest.made_at, rows, files: file_count, secret_key }
    } else if (files && (await putFile(entry, files))) file_count += 1
    else for await (const _ of entry.body) void _
  }
  throw new SettingError(`${file} is not complete.`)
}

async function countContinuing(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from broadcast where status = 'sending' or (status = 'scheduled' and send_at < now())`,
  )
  return rows[0]?.count ?? 0
}

/** Loads the rows of one table, whose parts are consecutive, in a transaction. */
class TableLoad {
  readonly name: string
  readonly #client: pg.Client
  readonly #input = new PassThrough()
  readonly #copy: ReturnType<typeof copyFrom>
  readonly #done: Promise<void>

  static async begin(client: pg.Client, name: string, text: string): Promise<TableLoad> {
    await client.query(`begin; ${COPY_SETTINGS}`)
    return new TableLoad(client, name, text)
  }

  private constructor(client: pg.Client, name: string, text: string) {
    this.name = name
    this.#client = client
    this.#copy = client.query(copyFrom(text))
    this.#done = pipeline(this.#input, this.#copy)
    // Awaited when a part is added or the table ends.
    this.#done.catch(() => undefined)
  }

  async add({ body }: ArchiveEntry): Promise<void> {
    for await (const chunk of body) {
      if (this.#input.destroyed) break
      if (!this.#input.write(chunk))
        await Promise.race([new Promise((resolve) => this.#input.once('drain', resolve)), this.#done])
    }
    if (this.#input.destroyed) await this.#done
  }

  /** Returns the number of rows that PostgreSQL accepted. */
  async end(): Promise<number> {
    this.#input.end()
    await this.#done
    await this.#client.query('commit')
    return this.#copy.rowCount
  }
}

function parsed<Value>(schema: { parse: (value: unknown) => Value }, text: string, file: string): Value {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new SettingError(`${file} is not a backup that this version of Envoi can read.`)
  }
}
