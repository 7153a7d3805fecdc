/**
 * Store for the files of images. An image's files share its key and never change, so writing a file again changes nothing. Every function
 * throws if the store is unreachable, and the caller decides what to do.
 */
export interface FileStore {
  put: (key: string, file: string, bytes: Uint8Array, media_type: string) => Promise<void>
  /** Returns undefined for an unknown file. */
  get: (key: string, file: string) => Promise<StoredFile | undefined>
  /** Deletes all files of an image. Succeeds if there are none. */
  remove: (key: string) => Promise<void>
}

export interface StoredFile {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  bytes: number
}
