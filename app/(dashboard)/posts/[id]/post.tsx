'use client'

import { useQuery } from '@tanstack/react-query'
import { FormLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { useTRPC } from '@/components/trpc-provider'
import { PostEditor } from './post-editor'

export function Post({ id }: { id: number }) {
  const trpc = useTRPC()
  const post = useQuery(trpc.posts.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (post.error) return <PageError query={post} title="Couldn’t load this post" href="/posts" label="All posts" />
  return post.data ? <PostEditor key={id} post={post.data} /> : <FormLoading />
}
