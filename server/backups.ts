import { serviceCtx } from './core/context.ts'
import type { Logger } from './core/log.ts'
import { database } from './db/client.ts'
import type { Env } from './env.ts'
import { isBackupDue, makeDailyBackup } from './modules/backups/service.ts'

/** Lock of the session whose process makes the daily backup. */
const BACKUP_LOCK = 0x656e7603
const LOOK_MS = 60_000

type Settings = Pick<Env, 'BACKUP_DIR' | 'BACKUP_PASSPHRASE' | 'BACKUP_HOUR' | 'BACKUP_KEEP'>

/**
 * Makes the daily backup in this process if the settings name a folder. It is not a job, because a job is retried after minutes, and a backup of
 * a large database takes longer. A killed process leaves no lock, and the next check makes the backup.
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
  let running_look: Promise<void> | undefined
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
    running_look ??= look().finally(() => {
      running_look = undefined
    })
  }
  tick()
  const timer = setInterval(tick, look_ms)
  return {
    stop: async () => {
      clearInterval(timer)
      await running_look
      await session.unlock(BACKUP_LOCK)
      await leave()
    },
  }
}
