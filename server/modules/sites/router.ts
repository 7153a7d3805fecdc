import { member, router, verb } from '../../trpc/init.ts'
import { NewDomain } from '../sending-domains/schema.ts'
import { checkDomain, removeDomain, setDomain } from './domain.ts'
import { askName } from './names.ts'
import { NameQuestion, SiteInput } from './schema.ts'
import { getSite, saveSite } from './service.ts'

export const sitesRouter = router({
  get: member('viewer').query(({ ctx }) => getSite(ctx.account)),
  askName: member('editor').input(NameQuestion).query(verb(askName)),
  save: member('editor').input(SiteInput).mutation(verb(saveSite)),
  setDomain: member('admin').input(NewDomain).mutation(verb(setDomain)),
  checkDomain: member('editor').mutation(({ ctx }) => checkDomain(ctx.account)),
  removeDomain: member('admin').mutation(({ ctx }) => removeDomain(ctx.account)),
})
