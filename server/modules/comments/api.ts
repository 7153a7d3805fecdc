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

const write = { names_fields: true } as const

export const commentsApi = [
  route('GET /comments', listAllThreads, {
    summary: 'List the comments on a draft',
    description: 'Threads, newest first, with their replies. Open ones unless `is_resolved` is true.',
    as: 'comments',
    of: z.array(Thread),
    query: ThreadQuery,
    errors: { 404: 'The draft does not exist' },
  }),
  route('POST /comments', addComment, {
    ...write,
    summary: 'Comment on a draft',
    description:
      'As the user whose rights the credential has. `thread_id` makes it a reply; mentioned members are told.',
    status: 201,
    as: 'comment',
    of: CreatedComment,
    body: NewComment,
    errors: { 404: 'The draft or the thread does not exist' },
  }),
  route('POST /comments/read', markCommentsRead, {
    ...write,
    summary: 'Mark comments as read',
    description: 'Up to the comment `up_to`, for the user whose rights the credential has.',
    body: CommentsRead,
    errors: { 404: 'The draft does not exist' },
  }),
  route(
    'PUT /comments/:id',
    async (ctx, { id, text, mentions }) => editComment(ctx, { text, mentions, ...(await findKey(ctx, { id })) }),
    {
      ...write,
      summary: 'Edit a comment',
      description: 'Only of the same user.',
      body: CommentChange.pick({ text: true, mentions: true }),
      subject: findKey,
    },
  ),
  route('DELETE /comments/:id', async (ctx, { id }) => deleteComment(ctx, await findKey(ctx, { id })), {
    ...write,
    summary: 'Delete a comment',
    description: 'Of the same user, or of anyone for an admin. Replies stay.',
  }),
  route(
    'POST /comments/:id/resolve',
    async (ctx, { id, is_resolved }) => resolveThread(ctx, { is_resolved, ...(await findKey(ctx, { id })) }),
    {
      ...write,
      summary: 'Resolve a thread',
      description: 'Or open it again with `is_resolved: false`.',
      body: ThreadResolution.pick({ is_resolved: true }),
      subject: findKey,
    },
  ),
  undoOfDeletion('comments', 'a comment', undeleteComment),
]
