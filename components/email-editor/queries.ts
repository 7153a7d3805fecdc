import type { Trpc } from '@/components/page-queries'
import type { CommentedItem } from '@/server/modules/comments/schema.ts'

export const fieldTagsQuery = (trpc: Trpc, enabled: boolean) =>
  trpc.custom_fields.list.queryOptions({ per_page: 200 }, { enabled })
export const snippetTagsQuery = (trpc: Trpc) => trpc.snippets.list.queryOptions({ per_page: 200 })
export const pluginsQuery = (trpc: Trpc) => trpc.plugins.list.queryOptions({}, { staleTime: 60_000 })
export const commentCountsQuery = (trpc: Trpc, item: CommentedItem) =>
  trpc.comments.counts.queryOptions(item, { refetchInterval: 60_000 })

/** Queries that the editor of an email or post needs first. */
export const editorQueries = (trpc: Trpc, item: CommentedItem) => [
  fieldTagsQuery(trpc, item.kind !== 'post'),
  snippetTagsQuery(trpc),
  pluginsQuery(trpc),
  commentCountsQuery(trpc, item),
]
