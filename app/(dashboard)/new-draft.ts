import type { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { openAccount } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { isRefusal } from '@/server/trpc/problems.ts'

/** Functions that create a draft, by the path of its list. The draft's page is below that path. */
const CREATE = {
  '/broadcasts': (caller: Caller) => caller.broadcasts.create({}),
  '/posts': (caller: Caller) => caller.posts.create({}),
} satisfies Record<string, (caller: Caller) => Promise<{ id: number }>>

type Caller = Awaited<ReturnType<typeof pageCaller>>
export type DraftList = keyof typeof CREATE

/**
 * Creates a draft and redirects to its editor. This is a route instead of a page, because a browser keeps the previous page until the
 * editor is there with its data, while a redirecting page would be empty in between. An untouched draft is deleted. Prefetches, requests
 * from other sites, and requests for anything but a page (an image, a frame) create none.
 */
export async function newDraft(path: DraftList): Promise<Response> {
  await openAccount(`${path}/new`)
  const asked = await headers()
  if (isInAdvance(asked)) return new Response(null, { status: 204 })
  if (!isMeant(asked)) return leadTo(path)
  // A route has no error boundary. The retry page has one.
  const made = await createDraft(path).catch(() => null)
  return leadTo(made === null || isRefusal(made) ? `${path}/new/retry` : `${path}/${made.id}`)
}

/** Returns the new draft, or the error that prevented it. */
export async function createDraft(path: DraftList): Promise<{ id: number } | TRPCError> {
  const caller = await pageCaller()
  return CREATE[path](caller).catch((error: unknown) => {
    if (isRefusal(error) && error.code !== 'INTERNAL_SERVER_ERROR') return error
    throw error
  })
}

const leadTo = (path: string) =>
  new Response(null, { status: 307, headers: { Location: path, 'Cache-Control': 'no-store' } })

type Asked = Pick<Headers, 'get'>

/** Returns true for prefetches, before anyone follows the link. */
const isInAdvance = (asked: Asked) => /prefetch|prerender/.test(asked.get('sec-purpose') ?? asked.get('purpose') ?? '')

/** Returns true if someone opened the URL on purpose, by a link on this site or by typing it. */
export const isMeant = (asked: Asked) =>
  !isInAdvance(asked) &&
  !['cross-site', 'same-site'].includes(asked.get('sec-fetch-site') ?? '') &&
  ['document', 'empty'].includes(asked.get('sec-fetch-dest') ?? 'empty')
