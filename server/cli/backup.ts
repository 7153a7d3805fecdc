import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { serviceCtx } from '../core/context.ts'
import { checkedPassphrase } from '../db/backup/archive.ts'
import { restore } from '../db/backup/restore.ts'
import { env } from '../env.ts'
import { makeBackup } from '../modules/backups/service.ts'
import { backupFiles } from '../modules/media/files/backup.ts'
import { type Answer, type Command, type LoneCommand, requiredFile, UsageError, type Values } from './command.ts'

const OPTIONS = { 'passphrase-file': { type: 'string' } } as const
const PASSPHRASE = '[--passphrase-file FILE]'

export const backup: Command = {
  summary:
    'writes everything, secrets included, to an encrypted file, while Envoi runs. The passphrase is asked for, or in BACKUP_PASSPHRASE',
  usage: `backup FILE ${PASSPHRASE} [--snapshot ID]`,
  positional: 'file',
  options: { ...OPTIONS, snapshot: { type: 'string' } },
  async run(values) {
    const file = requiredFile(values)
    if (existsSync(file)) throw new UsageError(`${file} exists. Name a new file`)
    const folder = path.dirname(path.resolve(file))
    if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`)
    const snapshot = values.snapshot
    if (typeof snapshot === 'string' && !/^[\dA-F]+-[\dA-F]+-\d+$/.test(snapshot))
      throw new UsageError('--snapshot must be a result of pg_export_snapshot(), such as 00000003-0000001B-1')
    const passphrase = checkedPassphrase(await passphraseOf(values, { twice: true }))
    const backup = await makeBackup(serviceCtx(), {
      file,
      passphrase,
      is_scheduled: false,
      ...(typeof snapshot === 'string' && { snapshot }),
    })
    return {
      lines: [
        `${backup.file}: ${backup.rows} rows, ${backup.bytes} bytes. Keep its passphrase elsewhere: without it no one can read the file.`,
      ],
      data: backup,
    }
  },
}

export const restoreFile: LoneCommand = {
  summary: 'puts a backup in the place of the present data, which stay beside it. Needs Envoi stopped',
  usage: `restore FILE ${PASSPHRASE}`,
  positional: 'file',
  options: OPTIONS,
  async runAlone(values): Promise<Answer> {
    const file = requiredFile(values)
    // Checked before the user types a passphrase.
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`)
    const passphrase = await passphraseOf(values, { twice: false })
    const restored = await restore(env(), { file, passphrase, files: backupFiles() })
    const { made_at, rows, files, previous, continuing_broadcasts: broadcasts, is_other_key } = restored
    const lines = [
      `Restored ${rows} rows and ${files === 1 ? '1 image file' : `${files} image files`} as of ${made_at.slice(0, 19).replace('T', ' ')} UTC.`,
    ]
    if (previous) lines.push(`The data from before are in the database ${previous} until the next restore.`)
    if (is_other_key)
      lines.push(
        'SECRET_KEY differs from the one of the backup: set it to that one, or stored secrets and links cannot be read.',
      )
    if (broadcasts > 0)
      lines.push(
        `${broadcasts === 1 ? '1 broadcast' : `${broadcasts} broadcasts`} had begun or become due by now, and will be sent by the next start: subscribers who got it after the backup get it again. To stop it first, start with WORKER=off and pause or cancel it.`,
      )
    return { lines, data: restored }
  },
}

/** Reads the passphrase from its file, from BACKUP_PASSPHRASE or from the terminal. */
async function passphraseOf(values: Values, { twice }: { twice: boolean }): Promise<string> {
  const file = values['passphrase-file']
  if (typeof file === 'string') {
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`)
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  }
  const set = env().BACKUP_PASSPHRASE
  if (set !== undefined) return set
  if (!process.stdin.isTTY)
    throw new UsageError('The passphrase is missing: set BACKUP_PASSPHRASE or name a file with --passphrase-file')
  const passphrase = await ask('Passphrase: ')
  if (twice && (await ask('Repeat the passphrase: ')) !== passphrase) throw new UsageError('The two passphrases differ')
  return passphrase
}

/** Asks without echoing the input. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
