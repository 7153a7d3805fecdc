import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Env, SettingError } from '../../env.ts'
import { administer, openEmbedded } from '../embedded/embedded.ts'
import { checkedPassphrase } from './archive.ts'
import type { StoredFiles } from './files.ts'
import { type Loaded, loadBackup, refuseUnfinished } from './load.ts'

export interface Restored {
  made_at: string
  rows: number
  files: number
  /** The database with the previous data. Null if it was not moved, because DATABASE_URL named an empty database. */
  previous: string | null
  continuing_broadcasts: number
  /** True if SECRET_KEY in the environment differs from the key of the backup. */
  is_other_key: boolean
}

interface BackupSource {
  file: string
  passphrase: string
  /** Store of the files referenced by the rows. Files are stored before the rows are swapped in. */
  files?: StoredFiles
}

type Target = Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'SECRET_KEY' | 'has_given_key'>

const DRAFT = 'envoi_restored'
const PREVIOUS = 'envoi_before_restore'

/**
 * Restores a backup. The built-in database is replaced at the very end, in one transaction; its previous data stays next to it until the next
 * restore. A database of DATABASE_URL must be empty. If the restore fails or is killed, the current data is unchanged, and the same call starts
 * over. Throws SettingError, also while a server runs on DATA_DIR.
 */
export async function restore(target: Target, backup: BackupSource): Promise<Restored> {
  checkedPassphrase(backup.passphrase)
  if (!existsSync(backup.file)) throw new SettingError(`There is no file ${backup.file}.`)
  return target.DATABASE_URL === undefined
    ? restoreEmbedded(target, backup)
    : restoreInto(target.DATABASE_URL, target, backup)
}

async function restoreInto(url: string, target: Target, backup: BackupSource): Promise<Restored> {
  const loaded = await loadBackup(url, backup)
  if (!target.has_given_key) {
    putKey(keyFile(target, '.restored'), loaded)
    renameSync(keyFile(target, '.restored'), keyFile(target))
  }
  return resultOf(loaded, target, null)
}

async function restoreEmbedded(target: Target, backup: BackupSource): Promise<Restored> {
  const { DATA_DIR: dir } = target
  const embedded = await openEmbedded({ dir, exclusive: true })
  try {
    await administer(dir, async (admin) => {
      await admin.query(`drop database if exists ${DRAFT} with (force)`)
      await admin.query(`create database ${DRAFT} owner envoi`)
    })
    const url = new URL(embedded.url)
    url.pathname = `/${DRAFT}`
    const loaded = await loadBackup(url.href, backup)
    putKey(keyFile(target, '.restored'), loaded)
    await administer(dir, (admin) => swap(admin, fingerprint(loaded.secret_key)))
    renameSync(keyFile(target, '.restored'), keyFile(target))
    return resultOf(loaded, target, PREVIOUS)
  } finally {
    await embedded.close()
  }
}

/** Replaces the current database with the restored one. */
async function swap(admin: pg.Client, mark: string): Promise<void> {
  await admin.query(`comment on database ${DRAFT} is ${pg.escapeLiteral(mark)}`)
  await admin.query(`drop database if exists ${PREVIOUS} with (force)`)
  // Commands may be connected alongside a server, but a database with sessions cannot be renamed.
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname in ('envoi', '${DRAFT}') and pid <> pg_backend_pid()`,
  )
  await admin.query(
    `begin; alter database envoi rename to ${PREVIOUS}; alter database ${DRAFT} rename to envoi; commit`,
  )
}

/**
 * Completes a restore of the built-in database that was killed between its last two steps. Throws SettingError if the next start must read
 * another secret key.
 */
export async function settleRestore(target: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>, url: string): Promise<void> {
  if (target.DATABASE_URL !== undefined) return refuseUnfinished(url)
  const waiting_key = keyFile(target, '.restored')
  if (!existsSync(waiting_key)) return
  const mark = fingerprint(readFileSync(waiting_key, 'utf8'))
  const isSwapped = await administer(target.DATA_DIR, async (admin) => {
    const { rows } = await admin.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = 'envoi'`,
    )
    return rows[0]?.mark === mark
  })
  if (!isSwapped) return rmSync(waiting_key)
  renameSync(waiting_key, keyFile(target))
  throw new SettingError('A restore was interrupted at its end, and is complete now. Start again.')
}

const keyFile = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>, suffix = '') => path.join(DATA_DIR, `secret-key${suffix}`)

function putKey(file: string, { secret_key }: Loaded): void {
  writeFileSync(file, secret_key, { mode: 0o600, flush: true })
}

const fingerprint = (key: string) => createHash('sha256').update(key).digest('hex')

const resultOf = ({ secret_key, ...loaded }: Loaded, target: Target, previous: string | null): Restored => ({
  ...loaded,
  previous,
  is_other_key: target.has_given_key && target.SECRET_KEY !== secret_key,
})
