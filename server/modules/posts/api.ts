import { list, route } from '../../rest/route.ts'
import { ListedPost, Post, PostFilter } from './schema.ts'
import { listPosts } from './service.ts'
import { getPost } from './view.ts'

const read = { scope: 'read', credential: 'any' } as const

export const postsApi = [
  list('GET /posts', { ...read, summary: 'List posts', as: 'posts', of: ListedPost, query: PostFilter }, listPosts),
  route('GET /posts/:id', { ...read, summary: 'Read a post', as: 'post', of: Post }, getPost),
]
