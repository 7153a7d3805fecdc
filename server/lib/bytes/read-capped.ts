/** Memory for the remaining body is reserved only after this many bytes have arrived. */
const ON_TRUST_BYTES = 8 * 2 ** 20

/**
 * Returns the body of a request, or undefined as soon as it is longer than `max_bytes`. The announced length is not trusted, nothing beyond the
 * limit is kept in memory, and the bytes are in memory only once. `onBytes` is called with each part and awaited; it may throw.
 */
export async function readCapped(
  request: Request,
  max_bytes: number,
  onBytes?: (bytes: number) => void | Promise<void>,
): Promise<Buffer<ArrayBuffer> | undefined> {
  // A header that is not a number is ignored.
  const promised = Math.max(Number(request.headers.get('content-length')) || 0, 0)
  if (promised > max_bytes) return undefined
  let into = Buffer.allocUnsafeSlow(Math.min(promised, ON_TRUST_BYTES))
  let bytes = 0
  const chunks = request.body?.getReader()
  for (let part = await chunks?.read(); part && !part.done; part = await chunks?.read()) {
    const { byteLength } = part.value
    if (bytes + byteLength > max_bytes) {
      await chunks?.cancel()
      return undefined
    }
    await onBytes?.(byteLength)
    if (bytes + byteLength > into.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.max(promised, bytes + byteLength, Math.min(2 * into.length, max_bytes)),
      )
      larger.set(into.subarray(0, bytes))
      into = larger
    }
    into.set(part.value, bytes)
    bytes += byteLength
  }
  return into.subarray(0, bytes)
}
