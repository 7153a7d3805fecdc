import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { publishDuePosts } from './schedule.ts'
import { discardForgotten } from './service.ts'

export const postsJobs = [
  cron({ id: 'posts/publish-due', schedule: '* * * * *' }, ({ now }) => publishDuePosts({ now: now() })),
  purgeExpired('posts', '33 4 * * *', [discardForgotten]),
]
