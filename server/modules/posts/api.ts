import { list, route } from '../../rest/route.ts'
import { ListedPost, Post, PostFilter } from './schema.ts'
import { listPosts } from './service.ts'
import { getPost } from './view.ts'

const read_access = { scope: 'read', credential: 'any' } as const

export const postsApi = [
  list(
    'GET /posts',
    {
      ...read_access,
      summary: 'List posts',
      description: 'Newest first. `include_content=true` adds the content.',
      as: 'posts',
      of: ListedPost,
      query: PostFilter,
    },
    listPosts,
  ),
  route(
    'GET /posts/:id',
    {
      ...read_access,
      summary: 'Read a post',
      description: 'With its content, also if it is a draft.',
      as: 'post',
      of: Post,
    },
    getPost,
  ),
]
