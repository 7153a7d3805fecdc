import { randomUUID } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { clock } from '../../../core/clock.ts'
import { serviceCtx } from '../../../core/context.ts'
import type { Env } from '../../../env.ts'
import { type Finding, finding } from '../../../lib/finding.ts'
import { bytesText } from '../../../lib/locale/formats.ts'
import { latestBackups, OVERDUE_MS } from '../../backups/service.ts'
import { fileStore } from '../../media/files/store.ts'

const LITTLE_DISK = 1e9

/** Reports the last backup, and a missing, failed or overdue one. */
export async function checkBackups({ env }: { env: Pick<Env, 'BACKUP_DIR'> }): Promise<Finding[]> {
  const { made, tried } = await latestBackups(serviceCtx())
  const timeText = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (tried?.error) return [finding('backup', 'fail', `failed at ${timeText(tried.ended_at)}: ${tried.error}`)]
  const remedy = env.BACKUP_DIR
    ? 'is a worker running?'
    : 'set BACKUP_DIR and BACKUP_PASSPHRASE for one each day, or run `npm run envoi -- backup FILE`'
  if (!made) return [finding('backup', 'warn', `none was ever made: ${remedy}`)]
  const isOld = +clock.now() - +made.started_at > OVERDUE_MS
  const text = `${made.file} on ${made.host}, of ${timeText(made.started_at)}`
  return [isOld ? finding('backup', 'warn', `the last is old: ${text}; ${remedy}`) : finding('backup', 'ok', text)]
}

export async function checkDisk({ env }: { env: Env }): Promise<Finding[]> {
  if (env.DATABASE_URL) return []
  const { bavail, bsize, blocks } = statfsSync(env.DATA_DIR)
  const free = bavail * bsize
  const text = `${bytesText(free)} of ${bytesText(blocks * bsize)} are free below ${env.DATA_DIR}`
  return [finding('disk', free < LITTLE_DISK ? 'fail' : 'ok', text)]
}

/** Writes a file to the storage of images, reads it and removes it. */
export async function checkPictures({ env }: { env: Pick<Env, 'S3_BUCKET' | 'DATA_DIR'> }): Promise<Finding[]> {
  const place = env.S3_BUCKET ? `the bucket ${env.S3_BUCKET}` : `the folder media in ${env.DATA_DIR}`
  const key = `test-${randomUUID()}`
  const store = fileStore()
  try {
    await store.put(key, 'test.txt', Buffer.from(key), 'text/plain')
    const found = await store.get(key, 'test.txt')
    const text = found && (await new Response(found.body).text())
    await store.remove(key)
    return [
      text === key
        ? finding('pictures', 'ok', `a file was written to ${place}, read and removed`)
        : finding('pictures', 'fail', `a file that was written to ${place} was not found there`),
    ]
  } catch (error) {
    return [finding('pictures', 'fail', `no file can be stored in ${place}: ${(error as Error).message}`)]
  }
}
