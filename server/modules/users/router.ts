import { z } from 'zod'
import { systemCtx } from '../../core/context.ts'
import { Id } from '../../core/wire.ts'
import { anyone, anyUser, router } from '../../trpc/init.ts'
import { isResetLinkValid, requestReset, resetPassword } from './password-reset.ts'
import { ByToken, LanguageChoice, PasswordChange, ResetInput, ResetRequest, UserInput } from './schema.ts'
import { changePassword, chooseLanguage, getUser, renameUser } from './service.ts'
import { endOtherSessions, endSession, listSessions, switchAccount } from './sessions.ts'

const BySession = z.object({ id: z.uuid() })
const ByAccount = z.object({ account_id: Id })

/** The signed-in user and their session. */
const self = anyUser.use(({ ctx, next }) =>
  next({ ctx: { me: { user_id: ctx.user.id, session_id: ctx.user.session_id } } }),
)

/** Procedures of the signed-in user, and procedures for signed-out visitors. */
export const usersRouter = router({
  requestReset: anyone
    .input(ResetRequest)
    .mutation(({ ctx: { service, source }, input }) => requestReset(service, { ...input, source })),
  isResetLinkValid: anyone
    .input(ByToken)
    .query(({ ctx: { service, source }, input }) => isResetLinkValid(service, { ...input, source })),
  resetPassword: anyone
    .input(ResetInput)
    .mutation(({ ctx: { service, source }, input }) => resetPassword(service, { ...input, source })),
  me: self.query(({ ctx: { service, me } }) => getUser(service, me)),
  rename: self.input(UserInput).mutation(({ ctx: { service, me }, input }) => renameUser(service, { ...input, ...me })),
  chooseLanguage: self
    .input(LanguageChoice)
    .mutation(({ ctx: { service, me }, input }) => chooseLanguage(service, { ...input, ...me })),
  changePassword: self
    .input(PasswordChange)
    .mutation(({ ctx: { service, source, me }, input }) => changePassword(service, { ...input, ...me, source })),
  sessions: self.query(({ ctx: { service, me } }) => listSessions(service, me)),
  endSession: self
    .input(BySession)
    .mutation(({ ctx: { service, me }, input }) => endSession(service, { id: input.id, user_id: me.user_id })),
  endOtherSessions: self.mutation(({ ctx: { service, me } }) =>
    endOtherSessions(service, { user_id: me.user_id, keep: me.session_id }),
  ),
  switchAccount: self
    .input(ByAccount)
    .mutation(({ ctx: { me }, input }) => switchAccount(systemCtx(input.account_id), me)),
})
