import { cron } from '../../jobs/job.ts'
import { publishDuePosts } from './schedule.ts'

export const postsJobs = [
  cron({ id: 'posts/publish-due', schedule: '* * * * *' }, ({ now }) => publishDuePosts({ now: now() })),
]
