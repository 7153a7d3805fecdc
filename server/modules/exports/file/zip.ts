import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Part } from './parts.ts'

/** Higher levels take twice the time for a few percent of the size. */
const COMPRESSION = 4

/**
 * Returns the parts as a ZIP file, read one after the other, with ZIP64 where needed. The last entry, `manifest.json`, has the row count of
 * each part.
 */
export function zipOf(
  parts: ReadonlyMap<Part, number>,
  { at, track }: { at: Date; track: (part: Part) => AsyncIterable<Uint8Array> },
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const options = { mtime: at, compressionLevel: COMPRESSION }
  const output = zip.outputStream as Readable
  for (const part of parts.keys()) {
    zip.addReadStreamLazy(part.name, options, (give) => give(null, readable(output, track(part))))
  }
  const rows = Object.fromEntries([...parts].map(([{ name }, count]) => [name, count]))
  zip.addBuffer(
    Buffer.from(`${JSON.stringify({ made_at: at.toISOString(), rows }, null, 2)}\n`),
    'manifest.json',
    options,
  )
  zip.end()
  return output
}

/** Makes an error in a part fail the whole file. */
function readable(output: Readable, bytes: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(bytes, { objectMode: false }).on('error', (error) => output.destroy(error))
}
