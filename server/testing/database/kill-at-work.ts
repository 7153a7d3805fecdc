import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** A column, in the test's own database, that shows the progress of the work. */
export interface Progress {
  table: string
  column: string
}

const LOCK = 7306

/**
 * Starts a process and kills it (-9) soon after `isDue`, which is checked every few milliseconds. Even in a slow test the process cannot
 * finish first: PostgreSQL blocks the statement that would set `progress` to `hold_at` until the process is killed. `args` begin with the
 * database's URL. Resolves once PostgreSQL has also noticed.
 */
export async function killAtWork(
  script: string,
  args: readonly (string | number)[],
  { progress, hold_at, isDue }: { progress: Progress; hold_at: number; isDue: () => Promise<boolean> },
): Promise<void> {
  const client = new pg.Client(String(args[0]))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(HOLD)
    await client.query(
      `create trigger hold before update on ${progress.table} for each row when (new.${progress.column} >= ${Math.ceil(hold_at)})
       execute function hold()`,
    )
    const child = start(script, args)
    await once(child.stdout, 'data')
    while (!((await isDue()) || (await isHeld(client)))) {
      if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode} and was not held`)
      await pause(Math.random() * 10)
    }
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    // Waits for the blocked transaction.
    await client.query(`drop trigger hold on ${progress.table}`)
  } finally {
    await client.end()
  }
}

/** Runs the process until it ends. Returns its exit code. */
export async function runProcess(script: string, args: readonly (string | number)[]): Promise<number | null> {
  const child = start(script, args)
  child.stdout.resume()
  const [code] = await once(child, 'exit')
  return code
}

function start(script: string, args: readonly (string | number)[]) {
  const child = spawn(process.execPath, [script, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const HOLD = `create or replace function hold() returns trigger language plpgsql as
  $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`

async function isHeld(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount !== 0
}
