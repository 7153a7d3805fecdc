import { openJobs } from '../boot.ts'
import { jobNames, listRecentRuns } from '../jobs/runs/recent-runs.ts'
import { cancelRun, getRun, type RunDetail, type RunView, retryRun } from '../jobs/runs/status.ts'
import { type Answer, type Command, numeric, UsageError, type Values } from './command.ts'

const STATES = ['queued', 'active', 'completed', 'failed', 'cancelled'] as const

/** The commands read and change runs. They do not run jobs themselves: a worker picks up queued runs. */
type Verb = (values: Values) => Promise<Answer>
const withJobs =
  (verb: Verb): Command['run'] =>
  async (values, runtime, closing) => {
    await openJobs(runtime, { work: false, closing })
    return verb(values)
  }

export const listJobRuns: Command = {
  summary: 'lists runs of background jobs, newest first; --after <id> shows the next page',
  usage: `jobs list [--state ${STATES.join('|')}] [--job <name>] [--count <runs>] [--after <id>]`,
  options: {
    state: { type: 'string' },
    job: { type: 'string' },
    count: { type: 'string' },
    after: { type: 'string' },
  },
  run: withJobs(async (values) => {
    const per_page = numeric(values, 'count', { least: 1, most: 1_000, otherwise: 20 })
    const after = typeof values.after === 'string' ? values.after : undefined
    const { runs, next } = await listRecentRuns({ state: stateOf(values), job: jobOf(values), after, per_page })
    const lines = runs.length > 0 ? runs.map(lineOf) : ['No run matches.']
    return { lines: next ? [...lines, `More: --after ${next}`] : lines, data: { runs, next } }
  }),
}

export const showJobRun: Command = {
  summary: 'shows a run: its events, its steps and what they returned',
  usage: 'jobs show <run id>',
  options: {},
  positional: 'id',
  run: withJobs(async (values) => answer(await getRun({ id: idOf(values) }))),
}

export const retryJobRun: Command = {
  summary: 'queues a failed or cancelled run again, from the step that it had not finished',
  usage: 'jobs retry <run id>',
  options: {},
  positional: 'id',
  run: withJobs(async (values) => answer(await retryRun({ id: idOf(values) }))),
}

export const cancelJobRun: Command = {
  summary: 'cancels a run that is queued, active or asleep',
  usage: 'jobs cancel <run id>',
  options: {},
  positional: 'id',
  run: withJobs(async (values) => answer(await cancelRun({ id: idOf(values) }))),
}

function answer(run: RunDetail): Answer {
  const steps = run.steps.map(({ name, kind, state, failed, due_at }) => {
    const until = due_at ? ` until ${due_at.toISOString()}` : ''
    return `  ${failed ? 'failed' : state}${until}  ${name} (${kind})`
  })
  return { lines: [lineOf(run), ...steps], data: run }
}

function lineOf({ id, job, state, created_at, error }: RunView): string {
  const why = error ? `  ${error.message}` : ''
  return `${id}  ${created_at.toISOString()}  ${state.padEnd(9)}  ${job}${why}`
}

function stateOf({ state }: Values): (typeof STATES)[number] | undefined {
  if (state === undefined) return undefined
  const known = STATES.find((one) => one === state)
  if (!known) throw new UsageError(`--state is one of ${STATES.join(', ')}`)
  return known
}

function jobOf({ job }: Values): string | undefined {
  if (typeof job !== 'string') return undefined
  const names = jobNames()
  if (!names.includes(job)) throw new UsageError(`--job is one of ${names.sort().join(', ')}`)
  return job
}

function idOf({ id }: Values): string {
  if (typeof id === 'string' && id !== '') return id
  throw new UsageError('Name the run by its id, as jobs list shows it')
}
