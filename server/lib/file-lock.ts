import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'

const RENEW_MS = 5_000
const STALE_MS = 30_000

/**
 * Acquires a lock, named by a file, that one process of this machine can hold. Returns its release, or undefined while another
 * process holds it. A lock is taken over when its process has died, or has not renewed it for 30 s: after a restart of the machine
 * or of a container, the process id in it can belong to any other program.
 */
export function acquireFileLock(file: string): (() => void) | undefined {
  const owner = `${process.pid} ${randomUUID()}`
  const draft = `${file}.${process.pid}`
  // Linked whole: a lock file that another process can read always names its owner.
  writeFileSync(draft, owner)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isStale(file)) rmSync(file, { force: true })
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
  const isOurs = () => readOwner(file) === owner
  const renewal = setInterval(() => {
    if (!isOurs()) return
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Taken over since the line above, or not writable: no reason for the process to end.
    }
  }, RENEW_MS)
  renewal.unref()
  return () => {
    clearInterval(renewal)
    if (isOurs()) rmSync(file, { force: true })
  }
}

function isStale(file: string): boolean {
  try {
    // A clock that was set back does not keep a lock either.
    if (Math.abs(Date.now() - statSync(file).mtimeMs) > STALE_MS) return true
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function readOwner(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
