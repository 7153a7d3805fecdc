import { clock } from '../../core/clock.ts'
import { rootLogger } from '../../core/log.ts'
import { env } from '../../env.ts'
import { type Finding, finding } from '../../lib/finding.ts'
import { createJobsClient, type JobSettings, jobsMode } from '../inngest/client.ts'
import { refusedKeys, unreachable } from '../inngest/reachable.ts'
import { listPaused } from './pausing.ts'
import { countRuns, listFailures, oldestWaitSeconds } from './status.ts'
import { whatStops } from './what-stops.ts'

const DAY = 86_400_000
const SLOW_QUEUE_S = 300

/**
 * Reports waiting and failed jobs, and whether an Inngest server that runs them can be reached. The jobs of this process must be started.
 */
export async function checkJobs(): Promise<Finding[]> {
  if (jobsMode(env()) !== 'embedded') return checkInngest(env())
  const since = new Date(+clock.now() - DAY)
  const [runs, waited, failures, paused_jobs] = await Promise.all([
    countRuns({ since }),
    oldestWaitSeconds(),
    listFailures({ since }),
    listPaused(),
  ])
  const slow = waited > SLOW_QUEUE_S
  const waiting = slow ? `the oldest job has waited ${Math.round(waited)} s: is a worker running?` : 'none has to wait'
  return [
    finding(
      'jobs',
      slow ? 'warn' : 'ok',
      `${runs.queued + runs.active} open, ${runs.completed} done in a day; ${waiting}`,
    ),
    ...paused_jobs.map(({ job, paused_at, waiting }) => {
      const stops = whatStops(job)
      const text = `is paused since ${paused_at.toISOString()}, ${waiting} runs wait${stops ? `. ${stops}` : ''}; resume it at /admin/jobs`
      return finding(`job ${job}`, 'warn', text)
    }),
    ...failures
      .filter(({ failed }) => failed > 0)
      .map(({ job, failed, last_error }) =>
        finding(
          `job ${job}`,
          'warn',
          `failed ${failed} times in a day, last: ${last_error?.message ?? 'unknown'}; see jobs list --state failed`,
        ),
      ),
  ]
}

/** Reports whether Inngest answers, accepts the keys, and still calls a process. */
export async function checkInngest(settings: JobSettings): Promise<Finding[]> {
  const client = createJobsClient(settings, rootLogger(), fetch)
  const address = client.apiBaseUrl
  const [problem, refused_settings, waited] = await Promise.all([
    unreachable(address),
    jobsMode(settings) === 'inngest' ? refusedKeys(client, settings) : [],
    oldestWaitSeconds(),
  ])
  const remedy =
    problem === undefined ? 'is a process with jobs running and connected?' : 'work continues when it is back'
  return [
    problem !== undefined
      ? finding('Inngest', 'fail', `cannot be reached at ${address}: ${problem}`)
      : refused_settings.length > 0
        ? finding(
            'Inngest',
            'fail',
            `answers at ${address} and refuses ${refused_settings.join(' and ')}: set what this server has`,
          )
        : finding('Inngest', 'ok', `answers at ${address}`),
    waited > SLOW_QUEUE_S
      ? finding('jobs', 'warn', `run on Inngest; the oldest has waited ${Math.round(waited)} s: ${remedy}`)
      : finding('jobs', 'ok', `run on Inngest; the oldest has waited ${Math.round(waited)} s`),
  ]
}
