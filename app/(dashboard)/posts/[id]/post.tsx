'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { FormLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { PostEditor } from './post-editor'

export function Post({ id }: { id: number }) {
  const trpc = useTRPC()
  const post = useQuery(trpc.posts.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (post.error) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this post"
          error={post.error}
          onRetry={() => void post.refetch()}
          actions={
            <Button asChild variant="outline">
              <Link href="/posts">All posts</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  return post.data ? <PostEditor key={id} post={post.data} /> : <FormLoading />
}
