import { administrator, listVerb, member, router, verb } from '../../trpc/init.ts'
import {
  InstanceInput,
  InstanceQuery,
  InstanceRemoval,
  SuppressionExport,
  SuppressionInput,
  SuppressionQuery,
  SuppressionRemoval,
} from './schema.ts'
import {
  addSuppressions,
  addToInstanceList,
  exportSuppressions,
  listInstanceSuppressions,
  listSuppressions,
  removeFromInstanceList,
  removeSuppression,
} from './service.ts'

export const suppressionRouter = router({
  list: member('viewer').input(SuppressionQuery).query(listVerb(listSuppressions)),
  add: member('editor').input(SuppressionInput).mutation(verb(addSuppressions)),
  remove: member('admin').input(SuppressionRemoval).mutation(verb(removeSuppression)),
  export: member('admin').input(SuppressionExport).mutation(verb(exportSuppressions)),
})

/** For administrators: the suppression list of the instance. */
export const instanceSuppressionRouter = router({
  list: administrator.input(InstanceQuery).query(listVerb(listInstanceSuppressions)),
  add: administrator
    .input(InstanceInput)
    .mutation(({ ctx: { account, user }, input }) => addToInstanceList(account, { ...input, user_id: user.id })),
  remove: administrator
    .input(InstanceRemoval)
    .mutation(({ ctx: { account, user }, input }) => removeFromInstanceList(account, { ...input, user_id: user.id })),
})
