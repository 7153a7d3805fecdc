import { member, router, verb } from '../../trpc/init.ts'
import { SearchText } from './schema.ts'
import { findRecords } from './service.ts'

export const searchRouter = router({
  find: member('viewer').input(SearchText).query(verb(findRecords)),
})
