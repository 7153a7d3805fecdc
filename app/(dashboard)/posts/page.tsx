import type { Metadata } from 'next'
import { PostList } from './post-list'

export const metadata: Metadata = { title: 'Posts' }

export default function PostsPage() {
  return <PostList />
}
