import type { Metadata } from 'next'
import { editorQueries } from '@/components/email-editor/queries'
import { recordPage } from '../../page-data'
import { Post } from './post'

export const metadata: Metadata = { title: 'Post' }

export default recordPage(Post, ({ trpc }, id) => [
  trpc.posts.get.queryOptions({ id }),
  trpc.purchases.offered.queryOptions(),
  ...editorQueries(trpc, { kind: 'post', item_id: id }),
])
