import { member, router, verb } from '../../trpc/init.ts'
import { listInstalledApps } from './installations.ts'

export const appsRouter = router({
  installed: member('viewer').query(verb((ctx) => listInstalledApps(ctx))),
})
