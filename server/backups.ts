import { serviceCtx } from './core/context.ts'
import type { Logger } from './core/log.ts'
import { database } from './db/client.ts'
import type { Env } from './env.ts'
import { isBackupDue, makeDailyBackup } from './modules/backups/service.ts'

/** Only one process makes the daily backup: its session has this lock. */
const BACKUP_LOCK = 0x656e7603
const LOOK_MS = 60_000

type Settings = Pick<Env, 'BACKUP_DIR' | 'BACKUP_PASSPHRASE' | 'BACKUP_HOUR' | 'BACKUP_KEEP'>

/**
 * Makes the daily backup in this process if the settings name a folder. It is no job: a job is tried again after minutes, and a backup of a
 * large database takes longer. A killed process leaves no lock, and the next look makes the backup.
 */
export async function startBackups({
  settings,
  log,
  look_ms = LOOK_MS,
}: {
  settings: Settings
  log: Logger
  look_ms?: number
}): Promise<{ stop: () => Promise<void> }> {
  const { BACKUP_DIR, BACKUP_PASSPHRASE, BACKUP_KEEP } = settings
  if (BACKUP_DIR === undefined || BACKUP_PASSPHRASE === undefined) return { stop: async () => undefined }
  const { session } = database()
  const leave = await session.use({ channels: [], onNotification: () => undefined })
  let running: Promise<void> | undefined
  const look = async () => {
    try {
      const ctx = serviceCtx()
      if (!(await session.tryLock(BACKUP_LOCK))) return
      if (!(await isBackupDue(ctx, settings))) return
      const { file, bytes } = await makeDailyBackup(ctx, { BACKUP_DIR, BACKUP_PASSPHRASE, BACKUP_KEEP })
      log.info({ file, bytes }, 'backup made')
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the daily backup failed and is tried again in an hour')
    }
  }
  const tick = () => {
    running ??= look().finally(() => {
      running = undefined
    })
  }
  tick()
  const timer = setInterval(tick, look_ms)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await session.unlock(BACKUP_LOCK)
      await leave()
    },
  }
}
