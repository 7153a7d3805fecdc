import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { database } from '../../db/client.ts'

/** Faults that end a statement inside PostgreSQL. */
export const FAULTS = {
  'its connection ended': 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60);',
  'the disk is full': "raise exception 'could not extend file: No space left on device' using errcode = '53100';",
  'its time is over': 'perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(60);',
}
export type Fault = keyof typeof FAULTS

/**
 * Makes one update (or one `insert`) of a table fail until the test ends: the first, or the first that changes a row matching `when`, a
 * condition over `new`. Returns a function that returns whether it has failed.
 */
export async function failOnce(
  table: string,
  { fault, when, on = 'update' }: { fault: Fault; when?: string; on?: 'update' | 'insert' },
): Promise<() => Promise<boolean>> {
  const client = new pg.Client(database().url)
  await client.connect()
  onTestFinished(() => client.end())
  const name = `fail_once_${randomUUID().slice(0, 8)}`
  // A sequence keeps its value after a rollback.
  await client.query(`
    create sequence ${name};
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if nextval('${name}') = 1 then ${FAULTS[fault]} end if;
      return new;
    end $$;
    create trigger ${name} before ${on} on ${table}
      ${when ? `for each row when (${when})` : 'for each statement'} execute function ${name}()`)
  onTestFinished(async () => {
    await client.query(`drop trigger ${name} on ${table}; drop function ${name}; drop sequence ${name}`)
  })
  return async () => (await client.query(`select is_called from ${name}`)).rows[0]?.is_called === true
}
