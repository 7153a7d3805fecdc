// npm run db:diff -- <name>: writes the migration from the existing migrations to prisma/schema and to the functions and triggers of
// server/**/database, for you to read and finish.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { diffDefinitions } from './definitions/compare.ts'
import { readDefinitions } from './definitions/definitions.ts'

const root = path.join(import.meta.dirname, '..')
const NOTHING = '-- This is an empty migration.'

/** Returns SQL that turns the schema of a migrated database into prisma/schema; empty if they are equal. */
export async function diffFromDatabase(url: string): Promise<string> {
  const files = readdirSync(path.join(root, 'prisma/schema')).map((name) => ({
    path: `prisma/schema/${name}`,
    content: readFileSync(path.join(root, 'prisma/schema', name), 'utf8'),
  }))
  loading ??= loadEngine()
  await loading
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterThatReadsChars(pool))
    const datamodels = files.map(({ path: name, content }): [string, string] => [name, content])
    const session = await engine.SchemaEngine.new({ datamodels }, () => {}, adapter)
    const { stdout } = await session.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.join(root, 'prisma') },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      // Their tables are created by other code, not by a model.
      filters: { externalTables: ['public._prisma_migrations'], externalEnums: [] },
    })
    return stdout?.trim() === NOTHING ? '' : (stdout ?? '')
  } finally {
    await pool.end()
  }
}

let loading: Promise<void> | undefined

/** The engine's package imports its WebAssembly as a module, which Node does not support. */
async function loadEngine(): Promise<void> {
  const require = createRequire(import.meta.url)
  const wasm = path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm')
  const imports = { './schema_engine_bg.js': engine as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), imports)
  engine.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
}

/** Lets PostgreSQL's catalog type "char", which the engine requests and the adapter refuses, pass as text, and then renames it. */
function adapterThatReadsChars(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const CHAR = 18
  const TEXT = 25
  let chars: number[] = []
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const result = await query(...args)
      chars = result.fields?.flatMap(({ dataTypeID }, i) => (dataTypeID === CHAR ? [i] : [])) ?? []
      for (const i of chars) Object.assign(result.fields[i] ?? {}, { dataTypeID: TEXT })
      return result
    },
  })
  const withNames = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (input) => {
      const result = await queryRaw(input)
      for (const i of chars) result.columnTypes[i] = ColumnTypeEnum.Character
      return result
    }
    return adapter
  }
  const inner = new PrismaPg(pool)
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => withNames(await inner.connect()),
    connectToShadowDb: async () => withNames(await inner.connectToShadowDb()),
  }
}

/** Returns SQL that makes functions and triggers of a migrated database match the definition files; empty if they do. */
export async function definitionsDiff(url: string, files = readDefinitions()): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await diffDefinitions(client, await files)
  } finally {
    await client.end()
  }
}

async function writeMigration(name: string): Promise<void> {
  const server = await openEmbedded({ dir: path.join(root, 'node_modules/.cache/envoi-test'), throwaway: true })
  const database = await makeDatabase(server.url)
  const sql = [await diffFromDatabase(database.url), await definitionsDiff(database.url)]
    .filter((part) => part)
    .join('\n')
  await database.drop()
  await server.close()
  if (sql === '') {
    console.log('The migrations match prisma/schema and the definition files: there is nothing to write.')
    return
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(root, 'prisma/migrations', `${stamp}_${name}`)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'migration.sql'), `${sql.trimEnd()}\n`)
  console.log(`${path.relative(root, folder)}/migration.sql`)
}

if (import.meta.main) {
  const name = process.argv[2] ?? ''
  if (/^[a-z][a-z0-9_]*$/.test(name)) await writeMigration(name)
  else {
    console.error('npm run db:diff -- <name>, the name in lower case and underscores, such as add_post_slug')
    process.exitCode = 1
  }
}
