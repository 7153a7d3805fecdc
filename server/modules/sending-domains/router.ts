import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { NewDomain } from './schema.ts'
import {
  addSendingDomain,
  cancelRotation,
  checkNow,
  deleteSendingDomain,
  getSendingDomain,
  getSendingDomainWarmUp,
  listSendingDomains,
  rotateKeys,
} from './service.ts'

const ById = z.object({ id: Id })

export const sendingDomainsRouter = router({
  list: member('viewer').query(({ ctx }) => listSendingDomains(ctx.account)),
  get: member('viewer').input(ById).query(verb(getSendingDomain)),
  warmUp: member('viewer').input(ById).query(verb(getSendingDomainWarmUp)),
  add: member('admin').input(NewDomain).mutation(verb(addSendingDomain)),
  check: member('editor').input(ById).mutation(verb(checkNow)),
  rotate: member('admin').input(ById).mutation(verb(rotateKeys)),
  cancelRotation: member('admin').input(ById).mutation(verb(cancelRotation)),
  remove: member('admin').input(ById).mutation(verb(deleteSendingDomain)),
})
