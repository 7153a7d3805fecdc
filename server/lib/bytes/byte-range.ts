/** Bytes of a file from `start` to `end`, both included. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Returns the bytes that a Range header requests from a file of `size` bytes (RFC 9110, 14.2). Undefined (the whole file) for anything except a
 * single range of bytes; `unsatisfiable` for a range that begins after the end.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = found ?? []
  if (!found || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
