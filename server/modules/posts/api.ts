import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { Restoring } from '../revisions/schema.ts'
import { setPostSlug } from './address/address.ts'
import { deletePostWithUndo, undeletePost } from './deletion.ts'
import {
  EditedPost,
  ListedPost,
  Post,
  PostFilter,
  PostInput,
  PostPreview,
  PostPreviewInput,
  PostSharesInput,
  Publishing,
  Shares,
  SlugInput,
} from './schema.ts'
import { createPost, getEditedPost, listPosts, publishPost, restorePost, savePost, unpublishPost } from './service.ts'
import { countShares, previewPost } from './site/preview.ts'
import { getPost } from './view.ts'

const read_access = { scope: 'read', credential: 'any' } as const
const write_access = { scope: 'write', credential: 'any', names_fields: true } as const
const edited = { as: 'post', of: EditedPost } as const

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
  route(
    'GET /posts/:id/source',
    { ...read_access, ...edited, summary: 'Read a post as written', description: 'With its Liquid as `source`.' },
    getEditedPost,
  ),
  route(
    'POST /posts',
    {
      ...write_access,
      ...edited,
      summary: 'Create a post',
      description: 'A draft that is only on the web. All properties are optional.',
      status: 201,
      body: PostInput,
    },
    createPost,
  ),
  route(
    'PUT /posts/:id',
    {
      ...write_access,
      ...edited,
      summary: 'Change a post',
      description: 'Changes only the properties in the body. Visitors see changes of a published post immediately.',
      body: PostInput,
      subject: getPost,
    },
    savePost,
  ),
  route(
    'DELETE /posts/:id',
    { ...write_access, summary: 'Delete a post', description: 'Its broadcast stays.' },
    deletePostWithUndo,
  ),
  route(
    'POST /posts/:id/publish',
    {
      ...write_access,
      ...edited,
      summary: 'Publish a post',
      description: 'Now, or at `published_at` if it is later. It needs a title, and content without a template error.',
      body: Publishing.pick({ published_at: true }),
      subject: getPost,
    },
    publishPost,
  ),
  route(
    'POST /posts/:id/unpublish',
    {
      ...write_access,
      ...edited,
      summary: 'Unpublish a post',
      description: 'It becomes a draft, which keeps its address for later.',
    },
    unpublishPost,
  ),
  route(
    'PUT /posts/:id/slug',
    {
      ...write_access,
      ...edited,
      summary: 'Change the address of a post',
      description: 'The earlier address redirects to the new one.',
      body: SlugInput.pick({ slug: true }),
      subject: getPost,
    },
    setPostSlug,
  ),
  route(
    'POST /posts/:id/preview',
    {
      ...read_access,
      summary: 'Preview a post',
      description: 'As visitors would see it with the properties in the body. It stores nothing.',
      as: 'preview',
      of: PostPreview,
      names_fields: true,
      body: PostPreviewInput.omit({ id: true }),
      subject: getPost,
    },
    previewPost,
  ),
  route(
    'POST /posts/:id/shares',
    {
      ...read_access,
      summary: 'Count the public part of a post',
      description: 'As if it were paid, with `content` of the body if given. Null with a template error.',
      as: 'shares',
      of: Shares.nullable(),
      body: PostSharesInput.pick({ content: true }),
      subject: getPost,
    },
    countShares,
  ),
  route(
    'POST /posts/:id/restore',
    {
      ...write_access,
      ...edited,
      summary: 'Restore an earlier text of a post',
      description: '`GET /v4/revisions` lists them. The present text becomes an earlier one.',
      body: Restoring.pick({ revision_id: true }),
      subject: getPost,
    },
    restorePost,
  ),
  undoOfDeletion('posts', 'a post', undeletePost),
]
