import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Ctx } from '../../core/context.ts'
import { recordOutside } from '../../core/write/record-outside.ts'
import { write } from '../../core/write/write.ts'
import { backUp } from '../../db/backup/dump.ts'
import { database } from '../../db/client.ts'
import type { Expired } from '../../db/purge.ts'
import { type Env, env } from '../../env.ts'
import { backupFiles } from '../media/files/backup.ts'

const HOUR_MS = 3_600_000
/** A failed backup is retried after this time. */
const RETRY_MS = HOUR_MS
/** An older backup is overdue. Covers the daily interval plus some hours for a large database. */
export const OVERDUE_MS = 30 * HOUR_MS

const WEEK_MS = 168 * HOUR_MS

/** A successful or failed backup. */
export interface Backup {
  /** Path on the machine that made it. */
  file: string
  host: string
  is_scheduled: boolean
  started_at: Date
  ended_at: Date
  /** Null if it failed. */
  bytes: number | null
  rows: number | null
  error: string | null
}

/** Makes a backup and records it, even if it fails. Throws SettingError and errors of the disk or database. */
export async function makeBackup(
  ctx: Ctx,
  { is_scheduled, ...given }: { file: string; passphrase: string; is_scheduled: boolean; snapshot?: string },
): Promise<Backup> {
  const started_at = ctx.now()
  const note = { file: path.resolve(given.file), host: hostname(), is_scheduled, started_at }
  const id = randomUUID()
  const { bytes, rows } = await backUp(database().url, { ...given, files: backupFiles() }).catch(
    async (error: Error) => {
      // Recording may fail too, because the cause may be the database.
      await record(ctx, id, { ...note, bytes: null, rows: null, error: error.message.slice(0, 500) }).catch(
        (err: unknown) => ctx.log.warn({ err }, 'a failed backup was not recorded'),
      )
      throw error
    },
  )
  // The file exists, so recording is retried: otherwise another backup would be made an hour later.
  return recordOutside(() => record(ctx, id, { ...note, bytes, rows, error: null }))
}

/** Records a backup after its end, so no backup contains its own record. Idempotent. */
async function record(ctx: Ctx, id: string, backup: Omit<Backup, 'ended_at'>): Promise<Backup> {
  return write(ctx, async (tx) => {
    const made = { ...backup, ended_at: tx.now() }
    await tx.db.backup.createMany({ data: { id, ...made }, skipDuplicates: true })
    return made
  })
}

/** Returns the latest successful backup, and the latest attempt. */
export async function latestBackups(ctx: Ctx): Promise<{ made: Backup | null; tried: Backup | null }> {
  const latest = (where: object) => ctx.db.backup.findFirst({ where, orderBy: { ended_at: 'desc' } })
  const [made, tried] = await Promise.all([latest({ error: null }), latest({})])
  return { made: shown(made), tried: shown(tried) }
}

/**
 * Returns when the last backup succeeded, or null if none has, provided that backups are made daily: by this process's settings, or by
 * another process that made one within a week. Undefined otherwise.
 */
export async function lastScheduled(ctx: Ctx): Promise<Date | null | undefined> {
  const last = await ctx.db.backup.findFirst({ where: { is_scheduled: true }, orderBy: { ended_at: 'desc' } })
  const isOn = env().BACKUP_DIR !== undefined || (last !== null && +ctx.now() - +last.ended_at < WEEK_MS)
  if (!isOn) return undefined
  return (await latestBackups(ctx)).made?.ended_at ?? null
}

const shown = <Row extends { bytes: bigint | null; rows: bigint | null }>(row: Row | null) =>
  row && {
    ...row,
    bytes: row.bytes === null ? null : Number(row.bytes),
    rows: row.rows === null ? null : Number(row.rows),
  }

type Settings = Pick<Env, 'BACKUP_HOUR'>

/** Returns whether the daily backup is due: at its hour, or as soon as possible after a missed one. */
export async function isBackupDue(ctx: Ctx, { BACKUP_HOUR }: Settings): Promise<boolean> {
  const now = ctx.now()
  const last = await ctx.db.backup.findMany({
    where: { is_scheduled: true },
    orderBy: { ended_at: 'desc' },
    take: 2,
    select: { started_at: true, error: true },
  })
  const [tried] = last
  if (tried?.error && +now - +tried.started_at < RETRY_MS) return false
  const hour = new Date(now)
  hour.setUTCMinutes(0, 0, 0)
  hour.setUTCHours(BACKUP_HOUR)
  if (hour > now) hour.setUTCDate(hour.getUTCDate() - 1)
  const made = last.find(({ error }) => error === null)
  return made === undefined || made.started_at < hour
}

const NAME = /^envoi-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/

/** A daily backup whose process was killed. Only one process at a time makes one, so no process is still writing it. */
const UNFINISHED = /^envoi-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup\.partial$/

/** Makes the daily backup, then deletes the oldest and the interrupted ones. Leaves other files in the folder alone. */
export async function makeDailyBackup(
  ctx: Ctx,
  {
    BACKUP_DIR: dir,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_KEEP: keep,
  }: Record<'BACKUP_DIR' | 'BACKUP_PASSPHRASE', string> & Pick<Env, 'BACKUP_KEEP'>,
): Promise<Backup> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeNamed(
    dir,
    (await readdir(dir)).filter((name) => UNFINISHED.test(name)),
  )
  const time = ctx.now().toISOString().slice(0, 19).replaceAll(':', '')
  const file = path.join(dir, `envoi-${time}Z.backup`)
  const made = await makeBackup(ctx, { file, passphrase, is_scheduled: true })
  const names = (await readdir(dir)).filter((name) => NAME.test(name)).sort()
  await removeNamed(dir, names.slice(0, -keep))
  return made
}

async function removeNamed(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(path.join(dir, name), { force: true })
}

export const EXPIRED_BACKUPS: readonly Expired[] = [{ table: 'backup', where: 'ended_at < $1', kept_days: 400 }]
