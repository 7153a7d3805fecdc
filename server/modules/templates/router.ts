import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router } from '../../trpc/init.ts'
import { listEmailTemplates } from './service.ts'

export const templatesRouter = router({
  list: member('viewer').input(PageQuery).query(listVerb(listEmailTemplates)),
})
