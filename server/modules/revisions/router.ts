import { member, router, verb } from '../../trpc/init.ts'
import { RevisedItem, RevisionKey } from './schema.ts'
import { getRevision, listRevisions } from './service.ts'

export const revisionsRouter = router({
  list: member('viewer').input(RevisedItem).query(verb(listRevisions)),
  get: member('viewer').input(RevisionKey).query(verb(getRevision)),
})
