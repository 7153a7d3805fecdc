import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, savedVerb, verb } from '../../trpc/init.ts'
import { CustomFieldInput } from './schema.ts'
import { createCustomField, deleteCustomField, listCustomFields, renameCustomField } from './service.ts'

const ById = z.object({ id: Id })

export const customFieldsRouter = router({
  list: member('viewer').input(PageQuery).query(listVerb(listCustomFields)),
  create: member('editor').input(CustomFieldInput).mutation(savedVerb(createCustomField)),
  rename: member('editor').input(CustomFieldInput.extend(ById.shape)).mutation(verb(renameCustomField)),
  delete: member('admin').input(ById).mutation(verb(deleteCustomField)),
})
