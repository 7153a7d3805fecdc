import { member, router, signedIn, verb } from '../../trpc/init.ts'
import { finishInstall } from './finish.ts'
import { finishPartnerSignIn } from './partner/partner-sign-in.ts'
import { ByApp, ByInstallation, InstallInput, InstallLink, PartnerAnswer } from './schema.ts'
import { beginInstall, findOffer } from './service.ts'
import { uninstallApp } from './uninstall/uninstall.ts'

/** The signed-in user and their session, which a sign-in at the app must return to. */
const visitor = signedIn.use(({ ctx, next }) => {
  const { id: user_id, session_id } = ctx.user
  return next({ ctx: { visitor: { user_id, session_id, open_account_id: ctx.account?.account_id ?? null } } })
})

export const installsRouter = router({
  offer: visitor
    .input(InstallLink)
    .query(({ ctx: { service, visitor }, input }) => findOffer(service, { ...input, visitor })),
  begin: visitor
    .input(InstallInput)
    .mutation(({ ctx: { service, visitor }, input }) => beginInstall(service, { ...input, visitor })),
  takePartnerAnswer: visitor
    .input(PartnerAnswer)
    .mutation(({ ctx: { service, visitor }, input }) => finishPartnerSignIn(service, { ...input, visitor })),
  finish: visitor
    .input(ByApp)
    .mutation(({ ctx: { service, visitor }, input }) => finishInstall(service, { ...input, visitor })),
  uninstall: member('admin').input(ByInstallation).mutation(verb(uninstallApp)),
})
