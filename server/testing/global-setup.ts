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
    /** The migrated database that all tests of this run share. */
    database_url: string
    /** Folder for files of this run's tests, such as images. */
    data_dir: string
    /** The folder of that server. */
    cluster: string
    /** The server that databases of one's own are made on (server/testing/database/database.ts). */
    server_url: string
    /** Seed that generated examples are drawn from (vitest.config.ts). */
    property_seed: number
    /** True in `npm run test:deep`: tests also do everything that is too slow for each change. */
    is_deep: boolean
    /** Number of times that a test with kills (-9) kills a process. The work grows with it. */
    kills: number
    /** Number of requests that the test of hostile requests sends. */
    hostile_requests: number
    /** Rows of the table that is migrated while processes serve. */
    migrated_rows: number
    /** Random automations of the model-based test. */
    model_runs: number
    /** True if it looks for a smaller example when one fails, which takes minutes. */
    model_shrink: boolean
    /** Address of the Inngest server that the conformance suite runs on; empty for the embedded engine. */
    inngest_server: string
  }
}

/** One throw-away PostgreSQL for the run. Runs at the same time share the server, never a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests of one module are run without npm test, often after a change of the schema.
  await setUp()
  // biome-ignore lint/style/noProcessEnv: workers and the processes that tests start inherit it
  Object.assign(process.env, runEnv)
  const { cluster: dir } = project.getProvidedContext()
  const server = await openEmbedded({ dir, throwaway: true })
  await dropStaleDatabases(server.url)
  // Databases that a file makes for itself have higher numbers.
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

/** Anyone may sign up only where there is a user. */
async function addUser(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into users (email, updated_at) values ('first-user@example.net', now())`)
  await client.end()
}
