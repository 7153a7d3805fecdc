/**
 * Store of the files of images. An image's files share its key and never change, so a file that is written again is the same. Every
 * function throws if the store cannot be reached; the caller decides what follows.
 */
export interface FileStore {
  put: (key: string, file: string, bytes: Uint8Array, media_type: string) => Promise<void>
  /** Undefined if there is no such file. */
  get: (key: string, file: string) => Promise<StoredFile | undefined>
  /** Removes all files of an image. Succeeds if there are none. */
  remove: (key: string) => Promise<void>
}

export interface StoredFile {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  bytes: number
}
