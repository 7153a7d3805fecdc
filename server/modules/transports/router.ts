import { administrator, member, router, verb } from '../../trpc/init.ts'
import { skipWarmUp } from './limits/warm-up.ts'
import { getWarmUp, listWarmUps } from './limits/warm-up-view.ts'
import { listTransports, tryTransport } from './overview.ts'
import { ByDomain, ByName, SkipWarmUp } from './schema.ts'

export const transportsRouter = router({
  list: administrator.query(verb((ctx) => listTransports(ctx))),
  try: administrator.input(ByName).mutation(verb(tryTransport)),
  warmUp: member('viewer').input(ByDomain).query(verb(getWarmUp)),
  warmUps: administrator.query(verb((ctx) => listWarmUps(ctx))),
  skipWarmUp: administrator.input(SkipWarmUp).mutation(verb(skipWarmUp)),
})
