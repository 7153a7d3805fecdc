import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, savedVerb, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { deleteCustomFieldWithUndo, undeleteCustomField } from './deletion.ts'
import { FitInput, TypedFieldChange, TypedFieldInput } from './schema.ts'
import { changeTypedField, countUnfit, createTypedField, getTypedField, listTypedFields } from './typed.ts'

const ById = z.object({ id: Id })

export const customFieldsRouter = router({
  list: member('viewer').input(PageQuery).query(listVerb(listTypedFields)),
  create: member('editor').input(TypedFieldInput).mutation(savedVerb(createTypedField)),
  get: member('viewer').input(ById).query(verb(getTypedField)),
  change: member('editor').input(TypedFieldChange).mutation(verb(changeTypedField)),
  fit: member('editor').input(FitInput).query(verb(countUnfit)),
  delete: member('admin').input(Deleting).mutation(verb(deleteCustomFieldWithUndo)),
  undelete: member('admin').input(Undeleting).mutation(verb(undeleteCustomField)),
})
