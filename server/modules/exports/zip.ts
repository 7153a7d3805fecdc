import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Part } from './parts.ts'

/** Enough: the second half of the work is for a few percent of the size. */
const COMPRESSION = 4

/**
 * The parts as one ZIP file, read one after the other, with ZIP64 where a size or a number needs it. Behind them stands
 * `manifest.json`, with the number of rows of each.
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

/** What breaks a part breaks the file. */
function readable(output: Readable, bytes: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(bytes, { objectMode: false }).on('error', (error) => output.destroy(error))
}
