import { z } from 'zod'
import { instanceSettings } from '../../core/instance/settings.ts'
import { SettingsInput } from '../../core/instance/settings-schema.ts'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { administrator, listVerb, router, verb } from '../../trpc/init.ts'
import { ByPlan, NewPlan, PlanInput } from '../accounts/plan-schema.ts'
import { ByTest, NewTest } from '../installs/schema.ts'
import { HistoryQuery, QueueQuery, ReviewItem, NoteInput as ReviewNoteInput } from '../reviews/schema.ts'
import { SignInAddress } from '../users/schema.ts'
import { addAccountNote, releaseAccount, releaseAccounts, suspendAccount, suspendAccounts } from './accounts/actions.ts'
import { getAccountDetail, listAccountNotes } from './accounts/detail.ts'
import { exportForOwners } from './accounts/export.ts'
import { listAllAccounts } from './accounts/list.ts'
import { beginView, stopView } from './accounts/view.ts'
import {
  AccountsQuery,
  ByAccount,
  NoteInput,
  NotesQuery,
  ReleaseInput,
  ReleaseManyInput,
  SuspendInput,
  SuspendManyInput,
  ViewInput,
} from './accounts-schema.ts'
import { ApiUseQuery } from './api-use-schema.ts'
import { listAuditEntries } from './audit/list.ts'
import { AuditQuery } from './audit-schema.ts'
import { mailAdminRouter } from './mail-router.ts'
import { readApiUse } from './overview/api-use.ts'
import { listEnvironment } from './overview/environment.ts'
import { readOverview } from './overview/overview.ts'
import { SetupTest } from './overview-schema.ts'
import {
  addReviewNote,
  claimReview,
  getClaim,
  listReviewEntries,
  listTestsIn,
  releaseReview,
} from './reviews/actions.ts'
import { listReviews } from './reviews/queue.ts'
import {
  archivePlan,
  createPlan,
  deletePlan,
  editPlan,
  inviteToInstance,
  listInstanceInvitations,
  listPlans,
  listTestInstalls,
  removeTestInstall,
  resendInstanceInvitation,
  restorePlan,
  revokeInstanceInvitation,
  saveSettings,
  setPlanOf,
  startTestInstall,
} from './service.ts'
import { testSetup } from './setup/setup.ts'
import {
  endUserSessions,
  grantAdministrator,
  removeFactors,
  resendVerification,
  revokeAdministrator,
} from './users/actions.ts'
import { getUserDetail, listUsers } from './users/list.ts'
import { ByUser, FactorRemoval, ReasonInput, UsersQuery } from './users-schema.ts'
import { webhooksAdminRouter } from './webhooks-router.ts'

const auditRouter = router({
  list: administrator.input(AuditQuery).query(listVerb(listAuditEntries)),
})

const settingsRouter = router({
  get: administrator.query(() => instanceSettings()),
  environment: administrator.query(() => listEnvironment()),
  save: administrator.input(SettingsInput).mutation(verb(saveSettings)),
})

const ById = z.object({ id: Id })
const TestedApp = z.object({ app_id: Id })

const invitationsRouter = router({
  list: administrator.input(PageQuery).query(listVerb(listInstanceInvitations)),
  invite: administrator.input(z.object({ email_address: SignInAddress })).mutation(verb(inviteToInstance)),
  resend: administrator.input(ById).mutation(verb(resendInstanceInvitation)),
  revoke: administrator.input(ById).mutation(verb(revokeInstanceInvitation)),
})

const accountsRouter = router({
  list: administrator.input(AccountsQuery).query(listVerb(listAllAccounts)),
  get: administrator.input(ByAccount).query(verb(getAccountDetail)),
  notes: administrator.input(NotesQuery).query(listVerb(listAccountNotes)),
  addNote: administrator.input(NoteInput).mutation(verb(addAccountNote)),
  suspend: administrator.input(SuspendInput).mutation(verb(suspendAccount)),
  view: administrator
    .input(ViewInput)
    .mutation(({ ctx: { account, user }, input }) => beginView(account, { ...input, session_id: user.session_id })),
  stopView: administrator
    .meta({ works_in_view: true })
    .mutation(({ ctx: { account, user, view } }) =>
      stopView(account, { session_id: user.session_id, account_id: view?.account_id }),
    ),
  exportForOwners: administrator.input(ViewInput).mutation(verb(exportForOwners)),
  release: administrator.input(ReleaseInput).mutation(verb(releaseAccount)),
  suspendMany: administrator.input(SuspendManyInput).mutation(verb(suspendAccounts)),
  releaseMany: administrator.input(ReleaseManyInput).mutation(verb(releaseAccounts)),
})

const usersRouter = router({
  list: administrator.input(UsersQuery).query(listVerb(listUsers)),
  get: administrator.input(ByUser).query(verb(getUserDetail)),
  endSessions: administrator.input(ReasonInput).mutation(verb(endUserSessions)),
  resendVerification: administrator.input(ByUser).mutation(verb(resendVerification)),
  removeFactors: administrator.input(FactorRemoval).mutation(verb(removeFactors)),
  grant: administrator.input(ByUser).mutation(verb(grantAdministrator)),
  revoke: administrator.input(ReasonInput).mutation(verb(revokeAdministrator)),
})

const plansRouter = router({
  list: administrator.query(verb((ctx) => listPlans(ctx))),
  create: administrator.input(NewPlan).mutation(verb(createPlan)),
  edit: administrator.input(NewPlan).mutation(verb(editPlan)),
  archive: administrator.input(ByPlan).mutation(verb(archivePlan)),
  restore: administrator.input(ByPlan).mutation(verb(restorePlan)),
  remove: administrator.input(ByPlan).mutation(verb(deletePlan)),
})

const reviewsRouter = router({
  list: administrator.input(QueueQuery).query(listVerb(listReviews)),
  claimOf: administrator.input(ReviewItem).query(verb(getClaim)),
  entries: administrator.input(HistoryQuery).query(listVerb(listReviewEntries)),
  claim: administrator.input(ReviewItem).mutation(verb(claimReview)),
  release: administrator.input(ReviewItem).mutation(verb(releaseReview)),
  addNote: administrator.input(ReviewNoteInput).mutation(verb(addReviewNote)),
  tests: administrator.input(TestedApp).query(verb(listTestInstalls)),
  testsIn: administrator.input(ByAccount).query(verb(listTestsIn)),
  startTest: administrator
    .input(NewTest)
    .mutation(({ ctx: { account, user }, input }) =>
      startTestInstall(account, { ...input, session_id: user.session_id }),
    ),
  removeTest: administrator.input(ByTest).mutation(verb(removeTestInstall)),
})

export const adminRouter = router({
  overview: administrator.query(verb((ctx) => readOverview(ctx))),
  testSetup: administrator.input(SetupTest).query(verb(testSetup)),
  apiUse: administrator.input(ApiUseQuery).query(verb(readApiUse)),
  accounts: accountsRouter,
  users: usersRouter,
  mail: mailAdminRouter,
  webhooks: webhooksAdminRouter,
  setPlan: administrator.input(PlanInput.and(z.object({ account_id: Id }))).mutation(verb(setPlanOf)),
  plans: plansRouter,
  audit: auditRouter,
  settings: settingsRouter,
  invitations: invitationsRouter,
  reviews: reviewsRouter,
})
