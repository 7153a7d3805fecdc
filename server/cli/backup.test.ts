import { expect, test } from 'vitest'
import { backup, restoreFile } from './backup.ts'

// Arguments that are refused before the database is opened and the passphrase is requested.

test.each([
  [undefined, 'FILE is missing'],
  [import.meta.filename, 'exists. Name a new file'],
  ['/no-such-folder/today.envoi', 'There is no folder /no-such-folder'],
])('a backup to %s says what to name', async (file, problem) => {
  await expect(backup.run({ file }, undefined as never, undefined as never)).rejects.toThrow(problem)
})

test('an invalid snapshot name is refused', async () => {
  const values = { file: '/tmp/no-such.backup', snapshot: `1'; drop table account` }
  await expect(backup.run(values, undefined as never, undefined as never)).rejects.toThrow('pg_export_snapshot()')
})

test.each([
  [undefined, 'FILE is missing'],
  ['/no-such-folder/today.envoi', 'There is no file /no-such-folder/today.envoi'],
])('a restore of %s says what to name', async (file, problem) => {
  await expect(restoreFile.runAlone({ file })).rejects.toThrow(problem)
})
