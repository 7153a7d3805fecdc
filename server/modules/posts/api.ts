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

const write_access = { names_fields: true } as const
const edited = { as: 'post', of: EditedPost } as const

export const postsApi = [
  list('GET /posts', listPosts, {
    summary: 'List posts',
    description: 'Newest first. `include_content=true` adds the content.',
    as: 'posts',
    of: ListedPost,
    query: PostFilter,
  }),
  route('GET /posts/:id', getPost, {
    summary: 'Read a post',
    description: 'With its content, also if it is a draft.',
    as: 'post',
    of: Post,
  }),
  route('GET /posts/:id/source', getEditedPost, {
    ...edited,
    summary: 'Read a post as written',
    description: 'With its Liquid as `source`.',
  }),
  route('POST /posts', createPost, {
    ...write_access,
    ...edited,
    summary: 'Create a post',
    description: 'A draft that is only on the web. All properties are optional.',
    status: 201,
    body: PostInput,
  }),
  route('PUT /posts/:id', savePost, {
    ...write_access,
    ...edited,
    summary: 'Change a post',
    description: 'Changes only the properties in the body. Visitors see changes of a published post immediately.',
    body: PostInput,
    subject: getPost,
  }),
  route('DELETE /posts/:id', deletePostWithUndo, {
    ...write_access,
    summary: 'Delete a post',
    description: 'Its broadcast stays.',
  }),
  route('POST /posts/:id/publish', publishPost, {
    ...write_access,
    ...edited,
    summary: 'Publish a post',
    description: 'Now, or at `published_at` if it is later. It needs a title, and content without a template error.',
    body: Publishing.pick({ published_at: true }),
    subject: getPost,
  }),
  route('POST /posts/:id/unpublish', unpublishPost, {
    ...write_access,
    ...edited,
    summary: 'Unpublish a post',
    description: 'It becomes a draft, which keeps its address for later.',
  }),
  route('PUT /posts/:id/slug', setPostSlug, {
    ...write_access,
    ...edited,
    summary: 'Change the address of a post',
    description: 'The earlier address redirects to the new one.',
    body: SlugInput.pick({ slug: true }),
    subject: getPost,
  }),
  route('POST /posts/:id/preview', previewPost, {
    scope: 'read',
    summary: 'Preview a post',
    description: 'As visitors would see it with the properties in the body. It stores nothing.',
    as: 'preview',
    of: PostPreview,
    names_fields: true,
    body: PostPreviewInput.omit({ id: true }),
    subject: getPost,
  }),
  route('POST /posts/:id/shares', countShares, {
    scope: 'read',
    summary: 'Count the public part of a post',
    description: 'As if it were paid, with `content` of the body if given. Null with a template error.',
    as: 'shares',
    of: Shares.nullable(),
    body: PostSharesInput.pick({ content: true }),
    subject: getPost,
  }),
  route('POST /posts/:id/restore', restorePost, {
    ...write_access,
    ...edited,
    summary: 'Restore an earlier text of a post',
    description: '`GET /v4/revisions` lists them. The present text becomes an earlier one.',
    body: Restoring.pick({ revision_id: true }),
    subject: getPost,
  }),
  undoOfDeletion('posts', 'a post', undeletePost),
]
