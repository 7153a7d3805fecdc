import { readCapped } from '../bytes/read-capped.ts'

/**
 * Returns the fields of a form, urlencoded or multipart; empty for any other body. The last value of a repeated field counts,
 * except of fields in `several`, whose values are joined with commas. Undefined if the body is larger than `max_bytes`.
 */
export async function readForm(
  request: Request,
  max_bytes: number,
  several: ReadonlySet<string> = new Set(),
): Promise<Map<string, string> | undefined> {
  const bytes = await readCapped(request, max_bytes)
  if (!bytes) return undefined
  try {
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
    const form = await new Response(bytes, { headers }).formData()
    const fields = new Map<string, string>()
    for (const [name, value] of form) {
      if (typeof value !== 'string') continue
      const before = several.has(name) ? fields.get(name) : undefined
      fields.set(name, before ? `${before},${value}` : value)
    }
    return fields
  } catch {
    return new Map()
  }
}
