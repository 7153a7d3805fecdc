import { rename, rm, stat } from 'node:fs/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { env } from '../../env.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { addFiles, type StoredFiles } from './files.ts'
import { COPY_SETTINGS, copyOut, listTables, readSequences, type Table } from './tables.ts'

export const Manifest = z.object({
  /** Increased when older versions cannot read the backup. */
  format: z.literal(1),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry of a backup, for checking that it is complete. */
export const Summary = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.string().nullable()),
  /** Absent in backups from before files were included. */
  files: z.int().optional(),
})

export const ENTRIES = { manifest: 'manifest.json', secret_key: 'secret-key', summary: 'summary.json' } as const
/** The parts of a table are consecutive. */
export const TABLE_ENTRY = /^tables\/([^/]+)\/\d+\.copy$/

const PART_BYTES = 4 * 2 ** 20

export interface BackupFile {
  file: string
  bytes: number
  rows: number
  files: number
  made_at: string
}

/**
 * Writes all tables as of one moment, the secret key, and the files referenced by rows to an encrypted file. It neither waits for writers nor
 * blocks them. The file gets its name only once it is complete and on disk. Throws SettingError if it exists. `snapshot`: the moment exported by
 * another session with pg_export_snapshot, which must stay open until the backup has begun.
 */
export async function backUp(
  url: string,
  { file, passphrase, files, snapshot }: { file: string; passphrase: string; files?: StoredFiles; snapshot?: string },
): Promise<BackupFile> {
  const client = new pg.Client({ connectionString: url, application_name: 'envoi backup' })
  client.on('error', () => undefined)
  await client.connect()
  const partial = `${file}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    if (snapshot) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
    await client.query(COPY_SETTINGS)
    const manifest = await readManifest(client)
    let rows = 0
    let file_count = 0
    await rm(partial, { force: true })
    await writeArchive(partial, passphrase, async (archive) => {
      await archive.add(ENTRIES.manifest, json(manifest))
      await archive.add(ENTRIES.secret_key, Buffer.from(env().SECRET_KEY))
      const summary: z.infer<typeof Summary> = { rows: {}, sequences: {} }
      for (const table of manifest.tables) {
        summary.rows[table.name] = await addTable(client, archive, table)
        rows += summary.rows[table.name] ?? 0
      }
      // Read after the rows, so no sequence is behind them.
      summary.sequences = await readSequences(client)
      if (files) file_count = await addFiles(archive, files)
      await archive.add(ENTRIES.summary, json({ ...summary, files: file_count }))
    })
    await rename(partial, file)
    return { file, bytes: (await stat(file)).size, rows, files: file_count, made_at: manifest.made_at }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readManifest(client: pg.Client): Promise<Manifest> {
  const { rows } = await client.query<{ made_at: Date; postgres: string; migrations: string[] }>(
    `select now() as made_at, current_setting('server_version') as postgres,
       (select array_agg(migration_name order by migration_name) from _prisma_migrations where rolled_back_at is null) as migrations`,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not answer')
  return { format: 1, ...row, made_at: row.made_at.toISOString(), tables: await listTables(client) }
}

/** Adds the rows of a table in parts, because in a tar file the size of each entry precedes its bytes. Returns the number of rows. */
async function addTable(client: pg.Client, archive: ArchiveWriter, table: Table): Promise<number> {
  const stream = client.query(copyTo(copyOut(table)))
  let part: Uint8Array[] = []
  let bytes = 0
  let at = 0
  const flush = async () => {
    if (bytes === 0) return
    await archive.add(`tables/${table.name}/${String(++at).padStart(6, '0')}.copy`, Buffer.concat(part))
    part = []
    bytes = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    part.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await flush()
  }
  await flush()
  return stream.rowCount
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2))
