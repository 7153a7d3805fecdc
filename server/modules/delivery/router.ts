import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { findLeftOut, GivenHtml } from './preflight/left-out.ts'
import { ByBigId, CaughtMailFilter } from './schema.ts'
import {
  clearCaughtMail,
  deleteCaughtMail,
  getCatcher,
  getCaughtMail,
  listCaughtMail,
} from './transport/caught-mail.ts'
import { getMailRoute, RouteOf } from './transport/mail-route.ts'
import { findTransportError } from './transport/transport-error.ts'

/** Caught email and transport errors of the account. */
export const mailRouter = router({
  catcher: member('viewer').query(({ ctx }) => getCatcher(ctx.account)),
  transportError: member('viewer').query(verb((ctx) => findTransportError(ctx))),
  route: member('viewer').input(RouteOf).query(verb(getMailRoute)),
  leftOut: member('editor').input(GivenHtml).query(verb(findLeftOut)),
  list: member('viewer').input(CaughtMailFilter.extend(PageQuery.shape)).query(listVerb(listCaughtMail)),
  get: member('viewer').meta({ is_hidden_in_view: true }).input(ByBigId).query(verb(getCaughtMail)),
  delete: member('editor').input(ByBigId).mutation(verb(deleteCaughtMail)),
  clear: member('editor').mutation(verb((ctx) => clearCaughtMail(ctx))),
})
