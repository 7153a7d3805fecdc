import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { openAccount } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { inRequestLanguage } from '@/server/trpc/problems.ts'
import { DraftFailed } from './draft-failed'

interface NewDraftProps {
  /** The list of such drafts. A draft has its page below it. */
  path: '/broadcasts' | '/posts'
  create: (caller: Awaited<ReturnType<typeof pageCaller>>) => Promise<{ id: number }>
}

/**
 * Creates a draft and leads to its editor, so the first thing that appears is the editor with its data. An untouched draft leaves nothing
 * behind, but a page that a browser loads in advance, that another site opens, or that is no page there (a picture, a frame), creates none.
 * Links to it must not have `prefetch={true}`: the request for that looks like the one of a click.
 */
export async function NewDraft({ path, create }: NewDraftProps) {
  await openAccount(`${path}/new`)
  if (!isMeant(await headers())) redirect(path)
  const caller = await pageCaller()
  const made = await create(caller).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error
    throw error
  })
  if (made instanceof TRPCError) return <DraftFailed message={inRequestLanguage([made.message]).join(' ')} />
  redirect(`${path}/${made.id}`)
}

/** Whether someone opened the page here, by a link or by its address. */
const isMeant = (asked: Pick<Headers, 'get'>) =>
  !/prefetch|prerender/.test(asked.get('sec-purpose') ?? asked.get('purpose') ?? '') &&
  !['cross-site', 'same-site'].includes(asked.get('sec-fetch-site') ?? '') &&
  ['document', 'empty'].includes(asked.get('sec-fetch-dest') ?? 'empty')
