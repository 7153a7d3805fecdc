import { type FileHandle, open, opendir } from 'node:fs/promises'
import path from 'node:path'
import type { StoredFiles } from '../../../db/backup/files.ts'
import { env } from '../../../env.ts'
import type { FileStore } from './file-store.ts'
import { fileStore, mediaFolder } from './store.ts'

const PIECE_BYTES = 2 ** 20
const MEDIA_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

/** Returns the files of images for a backup: the files in the folder. A bucket has its own copies. Restored files go to either. */
export const backupFiles = (): StoredFiles =>
  storedFiles({ root: env().S3_BUCKET ? undefined : mediaFolder(), store: fileStore() })

/** Lists the files below `root`, if it is set, and restores files into the store. */
export const storedFiles = ({ root, store }: { root: string | undefined; store: FileStore }): StoredFiles => ({
  list: () => (root === undefined ? none() : filesIn(root)),
  put: (key, file, bytes) => store.put(key, file, bytes, MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream'),
})

async function* none(): AsyncGenerator<never> {}

/** Files are in a folder for each key, inside a folder named by the key's first characters (folder.ts). */
async function* filesIn(root: string): ReturnType<StoredFiles['list']> {
  for await (const first of namesIn(root))
    for await (const key of namesIn(path.join(root, first)))
      for await (const file of namesIn(path.join(root, first, key))) {
        const handle = await ifThere(open(path.join(root, first, key, file)))
        if (!handle) continue
        try {
          const { size } = await handle.stat()
          yield { key, file, bytes: size, body: piecesOf(handle, size) }
        } finally {
          await handle.close()
        }
      }
}

/** Names of unfinished files begin with a dot. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of (await ifThere(opendir(folder))) ?? []) if (!name.startsWith('.')) yield name
}

/** Reads in pieces of limited size. Most images are much smaller than a piece, and a backup reads every one. */
async function* piecesOf(handle: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; ) {
    const size = Math.min(left, PIECE_BYTES)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size)
    if (bytesRead === 0) return
    left -= bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Returns undefined if it was deleted or never existed. */
async function ifThere<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
