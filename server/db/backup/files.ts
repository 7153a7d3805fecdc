import { SettingError } from '../../env.ts'
import type { ArchiveEntry, ArchiveWriter } from './archive.ts'

// Files referenced by the rows of a backup. A file never changes and no two share a name, so a restore only adds files: existing files are
// unchanged whether it succeeds or not.

export interface StoredFiles {
  /** Yields each file once. Its body must be read before the next one. Files that are deleted during the call are skipped. */
  list: () => AsyncIterable<{ key: string; file: string; bytes: number; body: AsyncIterable<Uint8Array> }>
  put: (key: string, file: string, bytes: Uint8Array) => Promise<void>
}

const ENTRY = /^media\/([\w-]{2,128})\/(\w[\w.-]{0,127})$/
/** Several times the limit of an upload. A damaged archive must not fill the memory. */
const MAX_BYTES = 128 * 2 ** 20

/** Adds the files in pieces, and returns their number. */
export async function addFiles(archive: ArchiveWriter, files: StoredFiles): Promise<number> {
  let count = 0
  for await (const { key, file, bytes, body } of files.list()) {
    await archive.addFrom(`media/${key}/${file}`, bytes, body)
    count += 1
  }
  return count
}

/** Stores the file of an entry. Returns false for other entries. */
export async function putFile(entry: ArchiveEntry, files: StoredFiles): Promise<boolean> {
  const [, key, file] = ENTRY.exec(entry.name) ?? []
  if (key === undefined || file === undefined) return false
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of entry.body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new SettingError(`The file ${file} in the backup is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  await files.put(key, file, Buffer.concat(chunks))
  return true
}
