import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderAdvice } from '../disk-room.ts'

/** Ends the start with one line that names the setting and the remedy. Thrown before anything is changed. */
export class SettingError extends Error {
  override name = 'SettingError'
}

export const MIN_SECRET = 32

/** Returns the key in the file, which is created if absent. Throws SettingError. */
export function keptSecret(file: string): string {
  const kept = readSecret(file)
  if (kept) return kept
  // Written completely before it gets its name: if two processes start together, one creates the key and both read it.
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  } catch (error) {
    throw new SettingError(`DATA_DIR cannot be written: ${(error as Error).message}. ${folderAdvice(error)}`)
  }
  try {
    linkSync(draft, file)
  } catch {
    // Another process created it, or reading it reports the problem.
  } finally {
    rmSync(draft)
  }
  const made = readSecret(file)
  if (made) return made
  throw new SettingError(`The secret key cannot be written to ${file}. Remove what is in its place and start again.`)
}

/** Returns the stored key, or undefined if there is no such file. Throws SettingError for a key that is unreadable or too short. */
export function readSecret(file: string): string | undefined {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'EISDIR')
      throw new SettingError(
        `The secret key in ${file} cannot be read: it is a folder. Restore the file from a backup, or set SECRET_KEY.`,
      )
    throw new SettingError(
      `The secret key in ${file} cannot be read: ${message}. Make the file readable for the user that runs Envoi.`,
    )
  }
  if (secret.length >= MIN_SECRET) return secret
  throw new SettingError(
    `The secret key in ${file} is ${secret ? `${secret.length} characters long` : 'empty'}; it must have at least ${MIN_SECRET} characters. Restore the file from a backup. If there is none, delete it and start again: a new key is made, everyone signs in again, and links in sent emails and stored secrets of webhooks and apps stop working.`,
  )
}
