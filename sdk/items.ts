import type { Client } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { paths } from './generated/schema.ts'

type Body<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } }
}
  ? Answer
  : never
/** Paths that return pages. */
export type ListPath = { [P in keyof paths]: Body<P> extends { pagination: unknown } ? P : never }[keyof paths]
export type Item<Path extends ListPath> =
  Exclude<Body<Path>[Exclude<keyof Body<Path>, 'pagination'>], undefined> extends (infer Row)[] ? Row : never
type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Given } }
  ? Pick<Given, Extract<keyof Given, 'query' | 'path'>>
  : never

/**
 * Yields every record of a list, page by page, newest first unless the list has another order:
 *
 *     for await (const subscriber of items(envoi, '/v4/subscribers', { query: { status: 'all' } })) ...
 *
 * Requests the next page when the previous one is used up. Records created during the iteration do not shift the rest. Throws EnvoiError.
 */
export async function* items<Path extends ListPath>(
  envoi: Client<paths>,
  path: Path,
  params?: Parameters<Path>,
): AsyncGenerator<Item<Path>, void, undefined> {
  const get = envoi.GET as (path: string, init: object) => Promise<{ data?: Page; error?: unknown; response: Response }>
  for (let after: string | null = null; ; ) {
    const given = params as { query?: object; path?: object } | undefined
    const query = { ...given?.query, ...(after ? { after } : {}) }
    const { data, error, response } = await get(path, { params: { ...given, query } })
    if (!data) throw errorOf(response, error)
    const { pagination, ...lists } = data
    for (const rows of Object.values(lists)) if (Array.isArray(rows)) yield* rows as Item<Path>[]
    after = pagination.has_next_page ? pagination.end_cursor : null
    if (!after) return
  }
}

type Page = { pagination: { has_next_page: boolean; end_cursor: string | null } } & Record<string, unknown>
