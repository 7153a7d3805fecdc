import { z } from 'zod'
import { whole } from './whole-number.ts'

/** Settings of the scheduled backup (docs/backups.md). */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: z.string().min(1).optional().meta({
    description: 'Folder for a backup each day, best on another disk. Empty: none is made automatically.',
  }),
  BACKUP_PASSPHRASE: z.string().min(12, 'is shorter than 12 characters').optional().meta({
    description: 'Encrypts backups; at least 12 characters. Keep it elsewhere: without it no backup can be read.',
  }),
  BACKUP_HOUR: whole(0, 23).default(3).meta({ description: 'Hour of the daily backup, in UTC.' }),
  BACKUP_KEEP: whole(1, 1_000)
    .default(7)
    .meta({ description: 'Scheduled backups that are kept; older ones are deleted.' }),
}
