/**
 * The body of a request, or undefined as soon as it turns out to be longer than `max_bytes`: what a header promises about the
 * length is not believed, and nothing beyond the limit is kept in memory. `onBytes` hears of each part, and may throw.
 */
export async function readCapped(
  request: Request,
  max_bytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > max_bytes) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > max_bytes) {
      await reader?.cancel()
      return undefined
    }
    onBytes?.(part.value.byteLength)
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}
