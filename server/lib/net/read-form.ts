import { readCapped } from '../bytes/read-capped.ts'

/**
 * Returns the fields of a form, urlencoded or multipart; empty for any other body. The last value of a repeated field counts.
 * Undefined if the body is larger than `max_bytes`.
 */
export async function readForm(request: Request, max_bytes: number): Promise<Map<string, string> | undefined> {
  const bytes = await readCapped(request, max_bytes)
  if (!bytes) return undefined
  try {
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
    const form = await new Response(bytes, { headers }).formData()
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])))
  } catch {
    return new Map()
  }
}
