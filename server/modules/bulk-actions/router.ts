import { member, router, verb } from '../../trpc/init.ts'
import { BulkInput, ById, PreviewInput } from './schema.ts'
import { cancelAction, listActions, previewAction, requestAction, undoAction } from './service.ts'

const editor = member('editor')

/** Deleting requires the admin role. The service checks the role for each kind of action. */
export const bulkActionsRouter = router({
  preview: editor.input(PreviewInput).query(verb(previewAction)),
  request: editor.input(BulkInput).mutation(verb(requestAction)),
  list: editor.query(({ ctx }) => listActions(ctx.account)),
  cancel: editor.input(ById).mutation(verb(cancelAction)),
  undo: editor.input(ById).mutation(verb(undoAction)),
})
