import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const RENEW_MS = 5_000
const STALE_MS = 30_000

/**
 * Acquires a lock, identified by a folder, that one process of this machine can have. Returns a function that releases it, or undefined while
 * another process has it. A lock is taken over if its process died or has not renewed it for 30 s: after a restart of the machine or of a
 * container, its process id may belong to any other program.
 *
 * The folder contains one file, named after the owner. A stale owner is removed by that name, so if several processes find the same owner
 * stale, none can remove a process that acquired the lock since.
 */
export function acquireFileLock(lock: string): (() => void) | undefined {
  const owner = `${process.pid}-${randomUUID()}`
  const file = path.join(lock, owner)
  if (!putInPlace(lock, owner)) {
    for (const other of ownersOf(lock)) if (isStale(path.join(lock, other))) removeOwner(lock, other)
    return undefined
  }
  const renewal = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // The lock was taken over, or is not writable, which must not end the process.
    }
  }, RENEW_MS)
  renewal.unref()
  return () => {
    clearInterval(renewal)
    removeOwner(lock, owner)
  }
}

/** Renames a folder that contains its owner to the lock's name, which succeeds only if there is no lock or an empty one. */
function putInPlace(lock: string, owner: string): boolean {
  const draft = `${lock}.${owner}`
  mkdirSync(draft)
  try {
    writeFileSync(path.join(draft, owner), '')
    renameSync(draft, lock)
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Windows reports EPERM or EACCES.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(codeOf(error))) throw error
    // On Windows, an empty folder blocks renaming, too.
    removeEmpty(lock)
    return false
  }
}

function removeOwner(lock: string, owner: string): void {
  try {
    unlinkSync(path.join(lock, owner))
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'ENOENT') throw error
  }
  removeEmpty(lock)
}

function removeEmpty(lock: string): void {
  try {
    rmdirSync(lock)
  } catch {
    // Another process acquired it, or the folder is gone.
  }
}

function ownersOf(lock: string): string[] {
  try {
    return readdirSync(lock)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

function isStale(owner: string): boolean {
  try {
    // Setting the clock back does not preserve a lock either.
    if (Math.abs(Date.now() - statSync(owner).mtimeMs) > STALE_MS) return true
    process.kill(Number.parseInt(path.basename(owner), 10), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
