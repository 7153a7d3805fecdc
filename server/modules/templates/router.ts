import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { StyleInput } from '../style/schema.ts'
import { deleteTemplateWithUndo, undeleteTemplate } from './deletion.ts'
import {
  createTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplateCards,
  setDefaultTemplate,
  updateTemplate,
} from './editing.ts'
import { NewTemplate, TemplateChange, TemplatePreviewInput } from './editor-schema.ts'
import { previewStyledEmail, previewTemplate } from './preview.ts'
import { listEmailTemplates } from './service.ts'

const ById = z.object({ id: Id })

export const templatesRouter = router({
  list: member('viewer').input(PageQuery).query(listVerb(listEmailTemplates)),
  cards: member('viewer').input(PageQuery).query(listVerb(listTemplateCards)),
  get: member('viewer').input(ById).query(verb(getTemplate)),
  create: member('editor').input(NewTemplate).mutation(verb(createTemplate)),
  update: member('editor').input(TemplateChange).mutation(verb(updateTemplate)),
  duplicate: member('editor').input(ById).mutation(verb(duplicateTemplate)),
  setDefault: member('editor').input(ById).mutation(verb(setDefaultTemplate)),
  remove: member('editor').input(Deleting).mutation(verb(deleteTemplateWithUndo)),
  undelete: member('editor').input(Undeleting).mutation(verb(undeleteTemplate)),
  // A mutation, because HTML can exceed the length of a URL.
  preview: member('viewer').input(TemplatePreviewInput).mutation(verb(previewTemplate)),
  previewStyle: member('viewer').input(StyleInput).query(verb(previewStyledEmail)),
})
