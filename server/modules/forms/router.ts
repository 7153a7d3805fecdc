import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { StyleInput } from '../style/schema.ts'
import { MemberFilter } from '../subscribers/schema.ts'
import { createForm, endFormTest, getFormDetail, setFormStatus, updateForm } from './design.ts'
import { removeFormFile } from './files/service.ts'
import {
  createLanding,
  getLanding,
  publishLanding,
  saveLanding,
  startLanding,
  unpublishLanding,
} from './landing/service.ts'
import { LandingChange, LandingVersion, NewLanding } from './landing-schema.ts'
import { getFormResults } from './results/read.ts'
import { ById, FormFilter } from './schema.ts'
import { listForms } from './service.ts'
import { FormChange, FormResultsFilter, FormStatusChange, FormTestEnd, NewForm } from './settings-schema.ts'
import { previewStyledForm } from './style-preview.ts'
import { listFormSubscribers } from './subscriptions/subscriptions.ts'

export const formsRouter = router({
  list: member('viewer').input(FormFilter.extend(PageQuery.shape)).query(listVerb(listForms)),
  get: member('viewer').input(ById).query(verb(getFormDetail)),
  subscribers: member('viewer')
    .input(MemberFilter.extend({ ...PageQuery.shape, form_id: Id }))
    .query(listVerb(listFormSubscribers)),
  create: member('editor').input(NewForm).mutation(verb(createForm)),
  update: member('editor').input(FormChange).mutation(verb(updateForm)),
  previewStyle: member('viewer').input(StyleInput).query(verb(previewStyledForm)),
  landing: router({
    get: member('viewer').input(ById).query(verb(getLanding)),
    create: member('editor').input(NewLanding).mutation(verb(createLanding)),
    start: member('editor').input(ById).mutation(verb(startLanding)),
    save: member('editor').input(LandingChange).mutation(verb(saveLanding)),
    publish: member('editor').input(LandingVersion).mutation(verb(publishLanding)),
    unpublish: member('editor').input(ById).mutation(verb(unpublishLanding)),
  }),
  results: member('viewer').input(FormResultsFilter).query(verb(getFormResults)),
  endTest: member('editor').input(FormTestEnd).mutation(verb(endFormTest)),
  removeFile: member('editor').input(ById).mutation(verb(removeFormFile)),
  setStatus: member('editor').input(FormStatusChange).mutation(verb(setFormStatus)),
})
