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

/** The deletion of the open account, by its owners. */
export const deletionRouter = router({
  get: member('viewer').query(({ ctx }) => getDeletion(ctx.account)),
  contents: member('owner').query(({ ctx }) => countContents(ctx.account)),
  schedule: member('owner').input(DeletionInput).mutation(verb(requestDeletion)),
  keep: member('owner')
    .meta({ works_until_deletion: true })
    .mutation(({ ctx }) => keepAccount(ctx.account)),
})

/** Deletions of any account, by administrators of the instance. */
export const accountDeletionsRouter = router({
  get: administrator.input(ByAccount).query(verb(getDeletionOf)),
  contents: administrator.input(ByAccount).query(verb(countContentsOf)),
  schedule: administrator.input(AdministratorsDeletion).mutation(verb(scheduleDeletion)),
  cancel: administrator.input(ByAccount).mutation(verb(cancelDeletion)),
})
