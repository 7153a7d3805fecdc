'use client'

import { useQuery } from '@tanstack/react-query'
import { KeptDrafts } from '@/components/email-editor/kept-drafts'
import { ExternalLink, PenLine } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { plainLiquid } from '@/components/liquid-parts'
import { LiquidText } from '@/components/liquid-text'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { useDeletion } from '@/components/list/use-deletion'
import { IfRole } from '@/components/role'
import { PostStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { ListedPost } from '@/server/modules/posts/schema.ts'
import { postListQuery } from './queries'

const nameOf = ({ title }: ListedPost) => plainLiquid(title || t`post without a title`)

export function PostList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const posts = useQuery(postListQuery(trpc, cursor))
  const deletion = useDeletion<ListedPost>({
    remove: trpc.posts.delete,
    undelete: trpc.posts.undelete,
    invalidates: trpc.posts,
    name: nameOf,
  })
  const site = posts.data?.rows.find(({ public_url }) => public_url)?.public_url?.replace(/\/[^/]+$/, '')
  const create = (
    <IfRole atLeast="editor">
      <LinkButton href="/posts/new" prefetch={false}>
        <PenLine aria-hidden /> New post
      </LinkButton>
    </IfRole>
  )

  return (
    <ListPage
      title="Posts"
      notices={<KeptDrafts of="post" path="/posts" />}
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
          {create}
        </>
      }
      list={posts}
      rowId={(post) => post.id}
      rowHref={(post) => `/posts/${post.id}`}
      columns={[
        {
          header: 'Title',
          cell: (post) => (
            <span className="line-clamp-1">
              {post.title ? <LiquidText text={post.title} /> : <span className="text-muted-foreground">No title</span>}
              {post.is_paid ? <Badge className="ms-2 align-middle">Paid</Badge> : null}
            </span>
          ),
        },
        { header: 'Status', phone: 'aside', cell: (post) => <PostStatusBadge status={post.status} /> },
        {
          header: 'Emailed',
          from: 'lg',
          phone: 'hidden',
          className: 'text-muted-foreground',
          cell: (post) => (post.sent_at ? 'Yes' : 'No'),
        },
        { header: 'Date', date: (post) => post.published_at ?? post.created_at, phone: 'plain' },
      ]}
      rowActions={(post) => (
        <RowMenu name={nameOf(post)}>
          {post.public_url ? (
            <DropdownMenuItem asChild>
              <a href={post.public_url} target="_blank" rel="noreferrer">
                View post
              </a>
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(post)} />
        </RowMenu>
      )}
      empty={{
        illustration: 'emails',
        title: 'No posts yet',
        description: 'Turn on “Publish as a post” in a broadcast, or write a post for the web.',
        actions: create,
      }}
    >
      <DeleteDialog
        {...deletion.question}
        description={() => 'The post goes offline and its links stop working. Sent broadcasts are kept.'}
        confirmLabel="Delete post"
        done="Post deleted"
      />
    </ListPage>
  )
}
