import { member, router, verb } from '../../trpc/init.ts'
import { SearchText } from './schema.ts'
import { findRecent, findRecords } from './service.ts'

export const searchRouter = router({
  recent: member('viewer').query(verb(findRecent)),
  find: member('viewer').input(SearchText).query(verb(findRecords)),
})
