import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Undeleting } from '../deleted-records/schema.ts'
import { StyleInput } from '../style/schema.ts'
import { MemberFilter } from '../subscribers/schema.ts'
import { createForm, getFormDetail, setFormStatus, updateForm } from './design.ts'
import { deleteFormFileWithUndo, undeleteFormFile } from './files/deletion.ts'
import { duplicateForm } from './landing/duplicate.ts'
import { publishLanding, unpublishLanding } from './landing/publish.ts'
import { createLanding, getLanding, restoreLanding, saveLanding, startLanding } from './landing/service.ts'
import { addVersionB } from './landing/version-b.ts'
import { LandingChange, LandingRestoring, LandingVersion, NewLanding } from './landing-schema.ts'
import { endFormTest, undoFormTestEnd } from './results/end-test.ts'
import { listFormRows } from './results/list.ts'
import { getFormResults } from './results/read.ts'
import { ById, FormFilter } from './schema.ts'
import { listFormChoices } from './service.ts'
import {
  FormChange,
  FormResultsFilter,
  FormRowFilter,
  FormStatusChange,
  FormTestEnd,
  NewForm,
} from './settings-schema.ts'
import { previewStyledForm } from './style-preview.ts'
import { listFormSubscribers } from './subscriptions/subscriptions.ts'

export const formsRouter = router({
  list: member('viewer').input(FormFilter.extend(PageQuery.shape)).query(listVerb(listFormChoices)),
  rows: member('viewer').input(FormRowFilter.extend(PageQuery.shape)).query(listVerb(listFormRows)),
  get: member('viewer').input(ById).query(verb(getFormDetail)),
  subscribers: member('viewer')
    .input(MemberFilter.extend({ ...PageQuery.shape, form_id: Id }))
    .query(listVerb(listFormSubscribers)),
  create: member('editor').input(NewForm).mutation(verb(createForm)),
  update: member('editor').input(FormChange).mutation(verb(updateForm)),
  duplicate: member('editor').input(ById).mutation(verb(duplicateForm)),
  previewStyle: member('viewer').input(StyleInput).query(verb(previewStyledForm)),
  landing: router({
    get: member('viewer').input(ById).query(verb(getLanding)),
    create: member('editor').input(NewLanding).mutation(verb(createLanding)),
    start: member('editor').input(ById).mutation(verb(startLanding)),
    save: member('editor').input(LandingChange).mutation(verb(saveLanding)),
    restore: member('editor').input(LandingRestoring).mutation(verb(restoreLanding)),
    addVersionB: member('editor').input(ById).mutation(verb(addVersionB)),
    publish: member('editor').input(LandingVersion).mutation(verb(publishLanding)),
    unpublish: member('editor').input(ById).mutation(verb(unpublishLanding)),
  }),
  results: member('viewer').input(FormResultsFilter).query(verb(getFormResults)),
  endTest: member('editor').input(FormTestEnd).mutation(verb(endFormTest)),
  undoTestEnd: member('editor').input(Undeleting).mutation(verb(undoFormTestEnd)),
  removeFile: member('editor').input(ById).mutation(verb(deleteFormFileWithUndo)),
  undeleteFile: member('editor').input(Undeleting).mutation(verb(undeleteFormFile)),
  setStatus: member('editor').input(FormStatusChange).mutation(verb(setFormStatus)),
})
