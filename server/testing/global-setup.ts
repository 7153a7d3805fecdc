import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runEnv, setUp } from '../../scripts/setup.mjs'
import { openEmbedded } from '../db/embedded/embedded.ts'
import { dropStaleDatabases, makeDatabase } from './database/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database shared by all tests of this run. */
    database_url: string
    /** Folder for files of this run's tests, such as images. */
    data_dir: string
    /** The folder of the shared server. */
    cluster: string
    /** The server for separate databases (server/testing/database/database.ts). */
    server_url: string
    /** Seed for generated examples (vitest.config.ts). */
    property_seed: number
    /** True in `npm run test:deep`: tests also do everything that is too slow for each change. */
    is_deep: boolean
    /** Number of kills (-9) in tests that kill processes. The work grows with it. */
    kills: number
    hostile_requests: number
    /** Number of rows in the table that is migrated while processes serve. */
    migrated_rows: number
    /** Number of random automations in the model-based test. */
    model_runs: number
    /** True to search for a smaller example after a failure, which takes minutes. */
    model_shrink: boolean
    /** Address of the Inngest server for the conformance suite; empty for the embedded engine. */
    inngest_server: string
  }
}

/** Starts a throw-away PostgreSQL for the run. Concurrent runs share the server, never a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests of a single module are run without npm test, often after a schema change.
  await setUp()
  // biome-ignore lint/style/noProcessEnv: workers and the processes that tests start inherit it
  Object.assign(process.env, runEnv)
  const { cluster: dir } = project.getProvidedContext()
  const server = await openEmbedded({ dir, throwaway: true })
  await dropStaleDatabases(server.url)
  // Separate databases of test files have higher numbers.
  const database = await makeDatabase(server.url, 1)
  await addUser(database.url)
  project.provide('server_url', server.url)
  project.provide('database_url', database.url)
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-test-'))
  project.provide('data_dir', data_dir)
  return async () => {
    try {
      await database.drop()
    } finally {
      await server.close()
      rmSync(data_dir, { recursive: true, force: true })
    }
  }
}

/** Adds a user, because sign-up is open only on an instance with a user. */
async function addUser(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into users (email, updated_at) values ('first-user@example.net', now())`)
  await client.end()
}
