import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { editorQueries } from '@/components/email-editor/queries'
import { PageData } from '../../page-data'
import { Post } from './post'

export const metadata: Metadata = { title: 'Post' }

export default async function PostPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.posts.get.queryOptions({ id: Number(id) }),
        trpc.purchases.product.queryOptions(),
        ...editorQueries(trpc, { kind: 'post', item_id: Number(id) }),
      ]}
    >
      <Post id={Number(id)} />
    </PageData>
  )
}
