// A folder in memory for throwaway databases: on a disk, a file system spends a tenth of a second or more of CPU time on the files of each
// database.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
/** The databases of a run take half of it. */
const MIN_BYTES = 6 * 2 ** 30

/** Creates a folder that is removed with this process. Undefined if there is too little memory: containers often allow 64 MB. */
export function folderInMemory() {
  if (!hasRoom()) return undefined
  const folder = mkdtempSync(path.join(IN_MEMORY, 'envoi-'))
  // PostgreSQL runs as another user if this is root.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoom() {
  if (os.platform() !== 'linux' || os.freemem() < MIN_BYTES) return false
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > MIN_BYTES
  } catch {
    return false
  }
}
