import { readCapped } from '../bytes/read-capped.ts'

/**
 * Fields of a form, urlencoded or multipart; anything else is an empty form. Of a field that comes twice the last counts.
 * Undefined when it is larger than `max_bytes`.
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
