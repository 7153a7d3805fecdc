'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, MoreHorizontal, PenLine } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { PostStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import type { ListedPost } from '@/server/modules/posts/schema.ts'

export function PostList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [deleted, setDeleted] = useState<ListedPost>()
  const posts = useQuery(
    trpc.posts.list.queryOptions({ per_page: 25, ...cursor }, { placeholderData: keepPreviousData }),
  )
  const remove = useMutation(trpc.posts.delete.mutationOptions())
  const may_write = useHasRole('editor')
  const site = posts.data?.rows.find(({ public_url }) => public_url)?.public_url?.replace(/\/[^/]+$/, '')

  return (
    <Page>
      <PageHeader
        title="Posts"
        description="Public posts on your public page, from broadcasts or written for the web."
        actions={
          <>
            {site ? (
              <Button asChild variant="outline">
                <a href={site} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden /> View public page
                </a>
              </Button>
            ) : null}
            <IfRole atLeast="editor">
              <Button asChild>
                <Link href="/posts/new">
                  <PenLine aria-hidden /> New post
                </Link>
              </Button>
            </IfRole>
          </>
        }
      />
      <DataTable
        caption="Posts"
        rows={posts.data?.rows}
        rowId={(post) => post.id}
        rowHref={(post) => `/posts/${post.id}`}
        fetching={posts.isPlaceholderData}
        error={posts.error}
        onRetry={() => void posts.refetch()}
        page={page(posts.data?.pagination)}
        columns={[
          {
            key: 'title',
            header: 'Title',
            cell: (post) => (
              <span className="line-clamp-1">
                {post.title || <span className="text-muted-foreground">No title</span>}
              </span>
            ),
          },
          { key: 'status', header: 'Status', phone: 'aside', cell: (post) => <PostStatusBadge status={post.status} /> },
          {
            key: 'kind',
            header: 'Sent',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: (post) => (post.sent_at ? 'As a broadcast' : 'Web only'),
          },
          {
            key: 'when',
            header: 'Date',
            align: 'end',
            phone: 'plain',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: (post) => <RelativeTime at={post.published_at ?? post.created_at} />,
          },
        ]}
        rowActions={
          may_write
            ? (post) => (
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Actions for ${post.title || 'post without a title'}`}
                    >
                      <MoreHorizontal aria-hidden />
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="end">
                    {post.public_url ? (
                      <DropdownMenuItem asChild>
                        <a href={post.public_url} target="_blank" rel="noreferrer">
                          View post
                        </a>
                      </DropdownMenuItem>
                    ) : null}
                    <DropdownMenuItem variant="destructive" onSelect={() => setDeleted(post)}>
                      Delete
                    </DropdownMenuItem>
                  </DropdownMenuContent>
                </DropdownMenu>
              )
            : undefined
        }
        empty={
          <EmptyState
            illustration="letters"
            title="No posts yet"
            description="Turn on “Publish as a post” in a broadcast, or write a post for the web."
            actions={
              <IfRole atLeast="editor">
                <Button asChild>
                  <Link href="/posts/new">
                    <PenLine aria-hidden /> New post
                  </Link>
                </Button>
              </IfRole>
            }
          />
        }
      />
      <ConfirmDialog
        open={Boolean(deleted)}
        onOpenChange={(open) => (open ? undefined : setDeleted(undefined))}
        title={`Delete “${deleted?.title || 'post without a title'}”?`}
        description="The post goes offline and its links stop working. Sent broadcasts are kept."
        confirmLabel="Delete post"
        tone="destructive"
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ id: deleted.id })
          await client.invalidateQueries(trpc.posts.pathFilter())
          toast.success('Post deleted')
        }}
      />
    </Page>
  )
}
