import { cron, job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { submitChangedSources } from './develop/templates.ts'
import { removeEndedTemplateTests } from './review/tests.ts'

export const automationTemplateJobs = [
  job(
    {
      id: 'automation-templates/submit-changed-sources',
      on: 'automation.published',
      picked_up_by: { keeping: KEEPING },
    },
    (ctx, { automation_id }, step) =>
      withinBudget(step, (budget) => submitChangedSources(ctx, { automation_id, budget })),
  ),
  cron(
    { id: 'automation-templates/remove-ended-tests', schedule: '* * * * *', singleton: { mode: 'skip' } },
    ({ now }) => removeEndedTemplateTests({ now: now() }),
  ),
]
