import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { serviceCtx } from '../../../core/context.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { makeBackup, OVERDUE_MS } from '../../backups/service.ts'
import { checkBackups } from './storage.ts'

// Backups cover the whole instance, so this file has its own database.
runInOwnDatabase()

const MADE = new Date('2027-03-01T03:00:00Z')

test('doctor warns before the first backup and when the last one is 30 hours old, and fails when a backup failed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'envoi-doctor-'))
  const real = clock.now
  onTestFinished(() => {
    clock.now = real
    rmSync(dir, { recursive: true, force: true })
  })
  const at = async (time: Date, BACKUP_DIR?: string) => {
    clock.now = () => time
    return checkBackups({ env: { BACKUP_DIR } })
  }
  const back_up = (file: string, passphrase: string) =>
    makeBackup(serviceCtx(), { file: path.join(dir, file), passphrase, is_scheduled: false })

  const none = (remedy: string) => [
    { subject: 'backup', status: 'warn', text: expect.stringMatching(`^none was ever made: .*${remedy}`) },
  ]
  expect(await at(MADE)).toMatchObject(none('set BACKUP_DIR and BACKUP_PASSPHRASE'))
  expect(await at(MADE, dir)).toMatchObject(none('is a worker running'))

  await back_up('one.backup', 'correct horse battery staple')
  const text = `${path.join(dir, 'one.backup')} on ${hostname()}, of 2027-03-01 03:00 UTC`
  expect(await at(new Date(+MADE + OVERDUE_MS), dir)).toEqual([{ subject: 'backup', status: 'ok', text }])
  const old = `the last is old: ${text}; is a worker running?`
  expect(await at(new Date(+MADE + OVERDUE_MS + 1), dir)).toEqual([{ subject: 'backup', status: 'warn', text: old }])

  await expect(back_up('two.backup', 'short')).rejects.toThrow('at least 12')
  const failed = expect.stringContaining('failed at 2027-03-02 09:00 UTC: The passphrase of a backup has at least 12')
  expect(await at(MADE, dir)).toEqual([{ subject: 'backup', status: 'fail', text: failed }])
})
