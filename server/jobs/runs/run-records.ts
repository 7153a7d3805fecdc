import { type Inngest, type InngestFunction, Middleware } from 'inngest'
import type pg from 'pg'
import { z } from 'zod'
import type { Logger } from '../../core/log.ts'
import type { Expired } from '../../db/purge.ts'

const MESSAGE_LENGTH = 1_000

/**
 * Stores a row for each run that this process executes for an Inngest server, because Inngest has no documented way to list runs. The
 * embedded engine has its own rows. A failed write does not fail the job.
 */
export function recordRuns(pool: pg.Pool, log: Logger): Middleware.Class {
  const write = async (text: string, values: unknown[]): Promise<void> => {
    await pool.query(text, values).catch((err: unknown) => log.debug({ err }, 'a run was not recorded'))
  }
  return class extends Middleware.BaseMiddleware {
    readonly id = 'envoi:run-records'

    override onRunStart({ ctx, fn }: Middleware.OnRunStartArgs): Promise<void> {
      return write(`insert into job_run (id, job, state) values ($1, $2, 'active') on conflict (id) do nothing`, [
        ctx.runId,
        fn.name,
      ])
    }

    override onRunComplete({ ctx, fn }: Middleware.OnRunCompleteArgs): Promise<void> {
      return write(
        `insert into job_run (id, job, state, attempt, ended_at) values ($1, $2, 'completed', $3, now())
         on conflict (id) do update set state = excluded.state, attempt = excluded.attempt, ended_at = excluded.ended_at, error = null`,
        [ctx.runId, fn.name, ctx.attempt],
      )
    }

    /** The step is attempted again, or its error reaches the function. Either way the run continues. */
    override onStepError({ ctx, error }: Middleware.OnStepErrorArgs): Promise<void> {
      return write(`update job_run set attempt = $2, error = $3 where id = $1 and ended_at is null`, [
        ctx.runId,
        ctx.attempt + 1,
        errorOf(error),
      ])
    }

    override onRunError({ ctx, fn, error, isFinalAttempt }: Middleware.OnRunErrorArgs): Promise<void> {
      return write(
        `insert into job_run (id, job, state, attempt, error, ended_at)
         values ($1, $2, case when $5 then 'failed' else 'active' end, $3, $4, case when $5 then now() end)
         on conflict (id) do update set state = excluded.state, attempt = excluded.attempt, error = excluded.error,
           ended_at = excluded.ended_at`,
        [ctx.runId, fn.name, ctx.attempt + 1, errorOf(error), isFinalAttempt],
      )
    }
  }
}

/** Removes email addresses and URLs with passwords, because the row outlives an erased subscriber. */
const errorOf = ({ name, message }: Error) => {
  const words = message.slice(0, MESSAGE_LENGTH).split(' ')
  return { name, message: words.map((word) => (word.includes('@') ? '[address]' : word)).join(' ') }
}

const Canceled = z.object({ run_id: z.string() })

/** Inngest calls no handler of a canceled run, but sends an event. Not in the registry of jobs, because no run's rows depend on it. */
export function recordCanceledRuns(client: Inngest.Any, pool: pg.Pool): InngestFunction.Any {
  const triggers = [{ event: 'inngest/function.cancelled' }]
  return client.createFunction(
    { id: 'jobs-record-canceled-runs', name: 'jobs/record-canceled-runs', triggers },
    async ({ event }) => {
      const { run_id } = Canceled.parse(event.data)
      await pool.query(`update job_run set state = 'cancelled', ended_at = now() where id = $1 and ended_at is null`, [
        run_id,
      ])
    },
  )
}

/** Kept as long as the embedded engine keeps its runs. */
export const EXPIRED_RUN_RECORDS: readonly Expired[] = [
  { table: 'job_run', where: 'started_at < $1', kept_days: 'job_run_days' },
]
