import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { PostList } from './post-list'
import { postListQuery } from './queries'

export const metadata: Metadata = { title: 'Posts' }

const address = createLoader({ ...CURSOR })

export default async function PostsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [postListQuery(trpc, cursorOf(given))]}>
      <PostList />
    </PageData>
  )
}
