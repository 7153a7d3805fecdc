import { z } from 'zod'
import { pageOfRows } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { compareSubscriber, findDryRun, listSimulated } from './dry-run/compare.ts'
import { startDryRun } from './dry-run/start.ts'
import { moveRuns, removeFromAutomation, retryHeld } from './inspecting/actions.ts'
import { addFrom } from './inspecting/adding.ts'
import { countSteps } from './inspecting/counts.ts'
import { listRunsIn, listRunsOf } from './inspecting/runs.ts'
import { traceRun } from './inspecting/trace.ts'
import { CountRange, RunFilter, TraceInput } from './inspecting-schema.ts'
import { DryRunInput } from './publishing-schema.ts'
import { getAutomation } from './service.ts'
import { cancelTask, listTasks } from './tasks/task.ts'
import {
  AddedSubscribers,
  AddingInput,
  AutomationDryRun,
  AutomationRun,
  AutomationTask,
  AutomationTrace,
  ChangedRuns,
  Comparison,
  Counts,
  Runs,
  RunsToMove,
  SimulatedFilter,
  SimulatedSubscriberRow,
  SubscriberAutomation,
} from './wire-schema.ts'

const running = { scope: 'automations:write', subject: getAutomation } as const

export const automationRunsApi = [
  route('GET /automations/:id/counts', countSteps, {
    summary: 'Count the subscribers of an automation by step',
    description: '`from` and `to` are days in the time zone of the account; without them, over all time.',
    as: 'counts',
    of: Counts,
    query: CountRange.omit({ id: true }),
    subject: getAutomation,
  }),
  list('GET /automations/:id/runs', async (ctx, input) => pageOfRows(await listRunsIn(ctx, input)), {
    summary: 'List the subscribers of an automation',
    description: 'Each time that a subscriber entered, with where they are and why.',
    as: 'runs',
    of: AutomationRun,
    query: RunFilter.omit({ id: true }),
    subject: getAutomation,
  }),
  route('POST /automations/:id/subscribers', addFrom, {
    ...running,
    summary: 'Add subscribers to an automation',
    description:
      'Those who may enter, of up to 1,000 ids, a tag or a segment. `entered` is null for a tag or segment, which a job adds. Add one by one through a trigger.',
    status: 202,
    as: 'added',
    of: AddedSubscribers,
    body: AddingInput,
    reaches: true,
  }),
  route('POST /automations/:id/runs/move', moveRuns, {
    ...running,
    summary: 'Move subscribers to another step',
    description: 'Up to 1,000 runs that have not ended.',
    of: ChangedRuns,
    body: RunsToMove,
    reaches: true,
  }),
  route('POST /automations/:id/runs/remove', removeFromAutomation, {
    ...running,
    summary: 'Remove subscribers from an automation',
    description: 'Up to 1,000 runs end.',
    of: ChangedRuns,
    body: Runs,
    reaches: true,
  }),
  route('POST /automations/:id/runs/retry', retryHeld, {
    ...running,
    summary: 'Retry held subscribers',
    description: 'Tries their step again.',
    of: ChangedRuns,
    body: Runs,
    reaches: true,
  }),
  route('GET /automation_runs/:run_id', traceRun, {
    summary: 'Trace a run',
    description: 'Every event of a subscriber in an automation with its evidence, and why they are where they are.',
    as: 'trace',
    of: AutomationTrace,
    query: TraceInput.pick({ before: true }),
  }),
  list('GET /subscribers/:subscriber_id/automations', async (ctx, input) => pageOfRows(await listRunsOf(ctx, input)), {
    summary: 'List the automations of a subscriber',
    description: 'Each time that they entered one, newest first.',
    as: 'runs',
    of: SubscriberAutomation,
  }),
  route('POST /automations/:id/dry_runs', startDryRun, {
    summary: 'Start a dry run of an automation',
    description:
      'Computes what the draft, or a `version`, would have done with the real subscribers of the last 30 days. It sends and changes nothing.',
    status: 202,
    as: 'dry_run',
    of: AutomationDryRun.pick({ id: true }),
    body: DryRunInput.omit({ id: true }),
    subject: getAutomation,
  }),
  route(
    'GET /automations/:id/dry_run',
    async (ctx, key) => AutomationDryRun.nullable().parse(await findDryRun(ctx, key)),
    {
      summary: 'Read the last dry run of an automation',
      description: 'Null without one. Ask again until its state is `completed`. It is kept for 7 days.',
      as: 'dry_run',
      of: AutomationDryRun.nullable(),
    },
  ),
  list('GET /automation_dry_runs/:id/subscribers', listSimulated, {
    summary: 'List the subscribers of a dry run',
    description: 'Who would have entered, and where they would be.',
    as: 'subscribers',
    of: SimulatedSubscriberRow,
    query: SimulatedFilter,
  }),
  route('GET /automation_dry_runs/:id/subscribers/:subscriber_id', compareSubscriber, {
    summary: 'Compare a subscriber of a dry run',
    description: 'What would have happened to them, beside the emails that they really got.',
    as: 'comparison',
    of: Comparison,
  }),
  route('GET /automations/:id/tasks', listTasks, {
    summary: 'List the tasks of an automation',
    description: 'The last jobs over many subscribers: entries, migrations and dry runs.',
    as: 'tasks',
    of: z.array(AutomationTask),
  }),
  route('POST /automations/:id/tasks/:task_id/cancel', cancelTask, {
    ...running,
    summary: 'Cancel a task of an automation',
    description: 'What it did stays.',
  }),
]
