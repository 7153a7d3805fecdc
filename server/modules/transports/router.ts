import { administrator, router, verb } from '../../trpc/init.ts'
import { checkHosts } from './hosts.ts'
import { listWaits } from './limits/waits.ts'
import { skipWarmUp } from './limits/warm-up.ts'
import { listWarmUps } from './limits/warm-up-view.ts'
import { listTransports, tryTransport } from './overview.ts'
import { ByName, SkipWarmUp } from './schema.ts'

export const transportsRouter = router({
  list: administrator.query(verb((ctx) => listTransports(ctx))),
  hosts: administrator.query(() => checkHosts()),
  try: administrator.input(ByName).mutation(verb(tryTransport)),
  waits: administrator.query(verb((ctx) => listWaits(ctx))),
  warmUps: administrator.query(verb((ctx) => listWarmUps(ctx))),
  skipWarmUp: administrator.input(SkipWarmUp).mutation(verb(skipWarmUp)),
})
