import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { PostList } from './post-list'
import { postListQuery } from './queries'

export const metadata: Metadata = { title: 'Posts' }

export default listPage(PostList, {}, ({ trpc }, _filters, cursor) => [postListQuery(trpc, cursor)])
