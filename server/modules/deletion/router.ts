import { administrator, member, router, verb } from '../../trpc/init.ts'
import { AdministratorsDeletion, ByAccount, DeletionInput } from './schema.ts'
import {
  cancelDeletion,
  countContents,
  countContentsOf,
  getDeletion,
  getDeletionOf,
  keepAccount,
  requestDeletion,
  scheduleDeletion,
} from './service.ts'

/** For owners: the deletion of the open account. */
export const deletionRouter = router({
  get: member('viewer').query(({ ctx }) => getDeletion(ctx.account)),
  contents: member('owner').query(({ ctx }) => countContents(ctx.account)),
  schedule: member('owner').input(DeletionInput).mutation(verb(requestDeletion)),
  keep: member('owner')
    .meta({ works_until_deletion: true })
    .mutation(({ ctx }) => keepAccount(ctx.account)),
})

/** For administrators of the instance: the deletion of any account. */
export const accountDeletionsRouter = router({
  get: administrator.input(ByAccount).query(verb(getDeletionOf)),
  contents: administrator.input(ByAccount).query(verb(countContentsOf)),
  schedule: administrator.input(AdministratorsDeletion).mutation(verb(scheduleDeletion)),
  cancel: administrator.input(ByAccount).mutation(verb(cancelDeletion)),
})
