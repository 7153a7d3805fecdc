import { administrator, member, router, verb } from '../../trpc/init.ts'
import { Rejection } from '../apps/review-schema.ts'
import {
  adoptTemplate,
  applyUpdate,
  getAdoption,
  listTemplates,
  previewAdoption,
  previewUpdate,
} from './adopting/adopt.ts'
import { Adoption, ByAutomation, ByTemplate, TemplateFilter, TemplateUpdate } from './adoption-schema.ts'
import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  listOwnTemplates,
  listSources,
  publishTemplate,
  submitTemplate,
} from './develop/templates.ts'
import {
  approveAppWithTemplates,
  approveTemplate,
  getForReview,
  listOfApp,
  rejectAppWithTemplates,
  rejectTemplate,
} from './review/review.ts'
import { listTemplateTests, removeTemplateTest, startTemplateTest } from './review/tests.ts'
import { AppApproval, ByTest, NewTest, TemplateApproval, TemplateRejection } from './review-schema.ts'
import { ByApp, ById, NewTemplate, TemplateEdit } from './schema.ts'

const viewer = member('viewer')
const editor = member('editor')
const developer = member('admin')

const developRouter = router({
  list: developer.input(ByApp).query(verb(listOwnTemplates)),
  sources: developer.query(verb((ctx) => listSources(ctx))),
  create: developer.input(NewTemplate).mutation(verb(createTemplate)),
  edit: developer.input(TemplateEdit).mutation(verb(editTemplate)),
  submit: developer.input(ById).mutation(verb(submitTemplate)),
  publish: developer.input(ById).mutation(verb(publishTemplate)),
  delete: developer.input(ById).mutation(verb(deleteTemplate)),
})

const reviewRouter = router({
  ofApp: administrator.input(ByApp).query(verb(listOfApp)),
  get: administrator.input(ById).query(verb(getForReview)),
  approve: administrator
    .input(TemplateApproval)
    .mutation(({ ctx, input }) => approveTemplate(ctx.account, { ...input, reviewer_id: ctx.user.id })),
  reject: administrator
    .input(TemplateRejection)
    .mutation(({ ctx, input }) => rejectTemplate(ctx.account, { ...input, reviewer_id: ctx.user.id })),
  tests: administrator.input(ById).query(verb(listTemplateTests)),
  startTest: administrator
    .input(NewTest)
    .mutation(({ ctx: { account, user }, input }) =>
      startTemplateTest(account, { ...input, session_id: user.session_id }),
    ),
  removeTest: administrator.input(ByTest).mutation(verb(removeTemplateTest)),
})

export const automationTemplatesRouter = router({
  list: viewer.input(TemplateFilter).query(verb(listTemplates)),
  preview: viewer.input(ByTemplate).query(verb(previewAdoption)),
  adopt: editor.input(Adoption).mutation(verb(adoptTemplate)),
  adoption: viewer.input(ByAutomation).query(verb(getAdoption)),
  previewUpdate: viewer.input(ByAutomation).query(verb(previewUpdate)),
  applyUpdate: editor.input(TemplateUpdate).mutation(verb(applyUpdate)),
  develop: developRouter,
  review: reviewRouter,
})

/** Decisions about apps, which include their templates. */
export const appReviewRouter = router({
  approve: administrator
    .input(AppApproval)
    .mutation(({ ctx, input }) => approveAppWithTemplates(ctx.account, { ...input, reviewer_id: ctx.user.id })),
  reject: administrator
    .input(Rejection)
    .mutation(({ ctx, input }) => rejectAppWithTemplates(ctx.account, { ...input, reviewer_id: ctx.user.id })),
})
