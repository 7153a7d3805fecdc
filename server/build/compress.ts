import { globSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files gain nothing, because they fit into one packet uncompressed. */
const MIN_BYTES = 1_000

/**
 * Writes a `.br` and a `.gz` next to each script, style and drawing of a build. Compressed once at the highest level, a first load is about an
 * eighth smaller than with compression per request, and serving it takes no time (server/http/assets.ts).
 */
export async function compressAssets(folder: string): Promise<void> {
  const files = globSync('static/**/*.{js,css,svg,json,txt}', { cwd: folder }).map((file) => path.join(folder, file))
  const waiting = files.filter((file) => statSync(file).size >= MIN_BYTES)
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await compress(file)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

/** The highest level: it adds five seconds to a build over the next lower one, for two percent less in each first load. */
const BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  }
  await writeFile(`${file}.br`, await toBrotli(content, { params }))
  await writeFile(`${file}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }))
}
