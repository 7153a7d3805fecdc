import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { deleteComment, undeleteComment } from './deletion.ts'
import { listAllThreads, markCommentsRead } from './list.ts'
import {
  CommentChange,
  CommentsRead,
  CreatedComment,
  NewComment,
  Thread,
  ThreadQuery,
  ThreadResolution,
} from './schema.ts'
import { addComment, editComment, findKey, resolveThread } from './service.ts'

const write = { scope: 'write', credential: 'any', names_fields: true } as const

export const commentsApi = [
  route(
    'GET /comments',
    {
      scope: 'read',
      credential: 'any',
      summary: 'List the comments on a draft',
      description: 'Threads, newest first, with their replies. Open ones unless `is_resolved` is true.',
      as: 'comments',
      of: z.array(Thread),
      query: ThreadQuery,
      errors: { 404: 'The draft does not exist' },
    },
    listAllThreads,
  ),
  route(
    'POST /comments',
    {
      ...write,
      summary: 'Comment on a draft',
      description:
        'As the user whose rights the credential has. `thread_id` makes it a reply; mentioned members are told.',
      status: 201,
      as: 'comment',
      of: CreatedComment,
      body: NewComment,
      errors: { 404: 'The draft or the thread does not exist' },
    },
    addComment,
  ),
  route(
    'POST /comments/read',
    {
      ...write,
      summary: 'Mark comments as read',
      description: 'Up to the comment `up_to`, for the user whose rights the credential has.',
      body: CommentsRead,
      errors: { 404: 'The draft does not exist' },
    },
    markCommentsRead,
  ),
  route(
    'PUT /comments/:id',
    {
      ...write,
      summary: 'Edit a comment',
      description: 'Only of the same user.',
      body: CommentChange.pick({ text: true, mentions: true }),
      subject: findKey,
    },
    async (ctx, { id, text, mentions }) => editComment(ctx, { text, mentions, ...(await findKey(ctx, { id })) }),
  ),
  route(
    'DELETE /comments/:id',
    {
      ...write,
      summary: 'Delete a comment',
      description: 'Of the same user, or of anyone for an admin. Replies stay.',
    },
    async (ctx, { id }) => deleteComment(ctx, await findKey(ctx, { id })),
  ),
  route(
    'POST /comments/:id/resolve',
    {
      ...write,
      summary: 'Resolve a thread',
      description: 'Or open it again with `is_resolved: false`.',
      body: ThreadResolution.pick({ is_resolved: true }),
      subject: findKey,
    },
    async (ctx, { id, is_resolved }) => resolveThread(ctx, { is_resolved, ...(await findKey(ctx, { id })) }),
  ),
  undoOfDeletion('comments', 'a comment', undeleteComment),
]
