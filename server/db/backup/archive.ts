import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { SettingError } from '../../env.ts'

// A backup is a tar file, compressed with Zstandard and encrypted with a passphrase in the format of age, so it can be read without
// Envoi: `age --decrypt FILE | tar --zstd --extract`.
//
// `as never`: TypeScript and Node declare different types for web streams, which are one class at run time.

/** Base-2 logarithm of scrypt's cost: 64 MB and a fifth of a second for each guess. */
const SCRYPT_WORK_FACTOR = 16
let work_factor = SCRYPT_WORK_FACTOR
const MIN_PASSPHRASE = 12

/** Overrides the cost of new backups in tests. Without an argument it restores the default cost. @internal */
export function setWorkFactor(factor = SCRYPT_WORK_FACTOR): void {
  work_factor = factor
}

/** Returns the passphrase. Throws SettingError if it is too short to protect a backup. */
export function checkedPassphrase(passphrase: string): string {
  if ([...passphrase].length >= MIN_PASSPHRASE) return passphrase
  throw new SettingError(`The passphrase of a backup has at least ${MIN_PASSPHRASE} characters.`)
}

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Adds an entry of this size from pieces. */
  addFrom(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
}

/**
 * Writes an encrypted archive with the entries that `fill` adds, keeping at most a few parts in memory. Rejects with errors of `fill` or the
 * disk.
 */
export async function writeArchive(
  file: string,
  passphrase: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(work_factor)
  encrypter.setPassphrase(checkedPassphrase(passphrase))
  const { readable, controller } = createTarPacker()
  const compressor = createZstdCompress()
  const packed = pipeline(Readable.fromWeb(readable as never), compressor)
  packed.catch(() => undefined)
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressor) as ReadableStream<Uint8Array>)
  const writing = pipeline(
    Readable.fromWeb(encrypted as never),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  const addFrom: ArchiveWriter['addFrom'] = async (name, size, chunks) => {
    const writer = controller.add({ name, size, mode: 0o600 }).getWriter()
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  }
  const filling = fill({ addFrom, add: (name, bytes) => addFrom(name, bytes.length, [bytes]) }).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  // The first failure ends the others, and is the cause.
  const both = Promise.all([filling, packed, writing])
  both.catch(() => undefined)
  await Promise.allSettled([filling, packed, writing])
  await both
}

export interface ArchiveEntry {
  name: string
  body: AsyncIterable<Uint8Array>
}

/**
 * Yields the entries of an archive in order; each body must be read before the next entry. Throws SettingError if the passphrase is wrong, or if
 * the file is not a backup, was changed or is incomplete, which may be detected only at its end.
 */
export async function* readArchive(file: string, passphrase: string): AsyncGenerator<ArchiveEntry> {
  const { entries, close } = await openArchive(file, passphrase)
  const damaged = () => new SettingError(`${file} is damaged: it was changed, or it is not complete.`)
  try {
    for await (const { header, body } of throwing(damaged, entries))
      yield { name: header.name, body: throwing(damaged, body) }
  } finally {
    close()
  }
}

async function openArchive(file: string, passphrase: string) {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const source = createReadStream(file)
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
    const tar = createZstdDecompress()
    // A failure here also fails the consumer of the entries, and stopping early is not a failure.
    pipeline(Readable.fromWeb(plain as never), tar).catch(() => undefined)
    const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
    const close = () => {
      tar.destroy()
      source.destroy()
    }
    return { entries, close }
  } catch (error) {
    source.destroy()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new SettingError(`There is no file ${file}.`)
    throw new SettingError(`${file} cannot be opened: the passphrase is wrong, or it is not a backup.`)
  }
}

/**
 * Yields the items of a source. An error of the source is replaced by `errorOf()`; an error of the consumer is unchanged. Stopping early does
 * not cancel the source, because canceling a part of an archive waits for the following parts.
 */
async function* throwing<Value>(errorOf: () => Error, source: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = source[Symbol.asyncIterator]()
  for (;;) {
    const next = await iterator.next().catch(() => {
      throw errorOf()
    })
    if (next.done) return
    yield next.value
  }
}

const MAX_TEXT_BYTES = 8_000_000

/** Collects a small entry. Throws SettingError if it is larger. */
export async function textOf({ name, body }: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_TEXT_BYTES)
      throw new SettingError(`The part ${name} of the backup is larger than ${MAX_TEXT_BYTES} bytes.`)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}
