import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Extension of the file next to a bundled one that contains the origin of its lines (server/build/bundle/lines.ts). */
export const LINES = '.lines'

interface Lines {
  sources: readonly string[]
  /** Line, column, index of the source and its line; sorted, all counted from 1 except the index. */
  places: Uint32Array
}

/** Loaded by the first error that needs them. */
const lines_by_url = new Map<string, Lines | undefined>()

const PLACE = /(?<=[\s(])(file:\/\/\/[^\s()]+\.mjs):(\d+):(\d+)/g

/** Returns a stack trace with positions in sources instead of positions in bundled files. */
export const withSourcePlaces = (stack: string): string =>
  stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => sourceOf(url, +line, +column) ?? place)

function sourceOf(url: string, line: number, column: number): string | undefined {
  if (!lines_by_url.has(url)) lines_by_url.set(url, readLines(url))
  const lines = lines_by_url.get(url)
  if (!lines) return undefined
  const { places, sources } = lines
  // Finds the last position that is not after this one.
  let [low, high] = [0, places.length / 4]
  while (low < high) {
    const middle = (low + high) >> 1
    const [at_line = 0, at_column = 0] = places.subarray(middle * 4, middle * 4 + 2)
    if (at_line < line || (at_line === line && at_column <= column)) low = middle + 1
    else high = middle
  }
  if (low === 0) return undefined
  const [, , source = 0, source_line] = places.subarray(low * 4 - 4, low * 4)
  return `${sources[source]}:${source_line}`
}

function readLines(url: string): Lines | undefined {
  try {
    const file = readFileSync(`${fileURLToPath(url)}${LINES}`)
    const end = file.indexOf('\n')
    return {
      sources: JSON.parse(file.toString('utf8', 0, end)),
      // Copied to an aligned buffer, as numbers of four bytes require.
      places: new Uint32Array(Uint8Array.from(file.subarray(end + 1)).buffer),
    }
  } catch {
    return undefined
  }
}
