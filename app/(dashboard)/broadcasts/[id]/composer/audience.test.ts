import { QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { expect, it } from 'vitest'
import { type AppRouter, appRouter } from '@/server/trpc/root.ts'
import { audienceQueries } from './audience'

const trpc = createTRPCOptionsProxy<AppRouter>({
  ctx: () => Promise.reject(new Error('Nothing is asked here')),
  router: appRouter,
  queryClient: new QueryClient(),
})

it('the lists shown by the chosen recipients are requested with the page', () => {
  const tagged = audienceQueries(trpc, { audience: [{ any: [{ type: 'tag', ids: [3] }] }], excluded: null })
  expect(tagged.map(({ queryKey }) => queryKey)).toEqual([
    trpc.automations.choices.queryKey({ kind: 'tag' }),
    trpc.automations.names.queryKey({ tag: [3] }),
    trpc.automations.choices.queryKey({ kind: 'segment' }),
  ])
})

it('the lists of excluded recipients are requested, and no hidden ones', () => {
  const left_out = audienceQueries(trpc, { audience: null, excluded: [{ type: 'segment', ids: [5] }] })
  expect(left_out.map(({ queryKey }) => queryKey)).toContainEqual(trpc.automations.names.queryKey({ segment: [5] }))
  expect(audienceQueries(trpc, { audience: null, excluded: null })).toEqual([])
  expect(audienceQueries(trpc, { audience: [], excluded: null })).toEqual([])
})
