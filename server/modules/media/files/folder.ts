import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './file-store.ts'

/** Stores files in a folder. Processes on several machines must share it. */
export function folderStore(root: string): FileStore {
  // Subfolders, because a folder with hundreds of thousands of entries is slow to list.
  const folder = (key: string) => path.join(/* turbopackIgnore: true */ root, key.slice(0, 2), key)
  return {
    async put(key, file, bytes) {
      await mkdir(folder(key), { recursive: true })
      const unfinished = path.join(folder(key), `.${file}.${randomUUID()}`)
      const handle = await open(unfinished, 'wx', 0o640)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      // A request gets the complete file or none.
      await rename(unfinished, path.join(folder(key), file))
    },
    async get(key, file) {
      try {
        const body = await readFile(path.join(folder(key), file))
        return { body, bytes: body.length }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(folder(key), { recursive: true, force: true }),
  }
}
