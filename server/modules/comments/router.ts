import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Undeleting } from '../deleted-records/schema.ts'
import { deleteComment, undeleteComment } from './deletion.ts'
import { countComments, listThreads, markCommentsRead } from './list.ts'
import {
  CommentChange,
  CommentedItem,
  CommentKey,
  CommentsRead,
  NewComment,
  ThreadFilter,
  ThreadResolution,
} from './schema.ts'
import { addComment, editComment, resolveThread } from './service.ts'

export const commentsRouter = router({
  list: member('viewer').input(ThreadFilter.extend(PageQuery.shape)).query(listVerb(listThreads)),
  counts: member('viewer').input(CommentedItem).query(verb(countComments)),
  markRead: member('viewer').input(CommentsRead).mutation(verb(markCommentsRead)),
  add: member('editor').input(NewComment).mutation(verb(addComment)),
  edit: member('editor').input(CommentChange).mutation(verb(editComment)),
  delete: member('editor').input(CommentKey).mutation(verb(deleteComment)),
  undelete: member('editor').input(Undeleting).mutation(verb(undeleteComment)),
  resolve: member('editor').input(ThreadResolution).mutation(verb(resolveThread)),
})
