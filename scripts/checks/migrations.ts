// Refuses migrations that would stop serving processes: locks on large tables, and removing what the previous version still uses (decision
// 0088). Also refuses functions and triggers without a file (decision 0127). PostgreSQL's own parser reads them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parse, type RawStmt } from 'libpg-query'
import { NEEDS_ALL_STOPPED } from '../../server/db/other-processes.ts'
import { REPEATS, RUNS_ALONE } from '../../server/db/outside-transaction.ts'
import { type DefinitionFile, definedBy, lastName, readDefinitions, statementsOf } from '../definitions/definitions.ts'
import { alterations, type Known } from './alterations.ts'
import { root } from './source-files.ts'

const FOLDER = 'prisma/migrations'
/** Creates the whole schema of an empty database, so it blocks no one. */
const BASELINE = '0_baseline'
const ACCEPTED = /^-- Accepted: *(.*)$/m
const MIN_REASON_LENGTH = 20

export interface MigrationFile {
  name: string
  sql: string
}

/** Returns the problems of a migration, one line each. `known` is updated: pass the same one for all migrations, oldest first. */
export async function inspectMigration({ name, sql }: MigrationFile, known: Known): Promise<string[]> {
  const file = `${FOLDER}/${name}/migration.sql`
  const bytes = Buffer.from(sql)
  const { stmts = [] } = await parse(sql)
  // Only tables created in this file are certainly empty.
  known.tables.clear()
  known.constraints.clear()
  const refusals: string[] = []
  const kind = sql.includes(RUNS_ALONE) ? 'alone' : sql.includes(REPEATS) ? 'repeats' : 'transaction'
  if (kind !== 'transaction' && stmts.length !== 1)
    refusals.push(
      `${file}:1: a migration that is marked with "${kind === 'alone' ? RUNS_ALONE : REPEATS}" has one statement`,
    )
  const needsStop = sql.includes(NEEDS_ALL_STOPPED)
  if (needsStop && !ACCEPTED.test(sql))
    refusals.push(`${file}:1: it stops the service: ${EXPAND}, or add "-- Accepted: why"`)
  for (const { stmt, text, at } of stmts.map((raw, i) => partOf(raw, stmts[i - 1], bytes))) {
    const problems = needsStop ? [] : problemsOf(stmt, { known, kind, text })
    const reason = ACCEPTED.exec(text)?.[1]
    const line = sql.slice(0, at).split('\n').length
    const add = (problem: string) => refusals.push(`${file}:${line}: ${problem}`)
    if (reason === undefined) problems.map(add)
    else if (problems.length === 0 && !needsStop) add('nothing is refused here, remove "-- Accepted:"')
    else if (reason.length < MIN_REASON_LENGTH)
      add(`"-- Accepted:" needs a reason of at least ${MIN_REASON_LENGTH} characters`)
  }
  return refusals
}

/** A statement with its preceding comments. `at` is the position of its first word. PostgreSQL counts bytes. */
function partOf(
  { stmt = {} as Node, stmt_location = 0, stmt_len }: RawStmt,
  before: RawStmt | undefined,
  bytes: Buffer,
) {
  const from = before ? (before.stmt_location ?? 0) + (before.stmt_len ?? 0) : 0
  const text = bytes.subarray(from, stmt_len ? stmt_location + stmt_len : undefined).toString()
  const skipped = /^;?(?:\s+|--.*\n)*/.exec(text)?.[0] ?? ''
  return { stmt, text, at: bytes.subarray(0, from).toString().length + skipped.length }
}

const EXPAND = 'expand, migrate and contract in several versions (docs/operate.md)'
const BATCHES = `change rows in a migration of its own with a LIMIT, marked with "${REPEATS}"`

interface Place {
  known: Known
  kind: 'transaction' | 'alone' | 'repeats'
  text: string
}

function problemsOf(stmt: Node, { known, kind, text }: Place): string[] {
  const isNew = (table: string | undefined) => table !== undefined && known.tables.has(table)
  if ('CreateStmt' in stmt) {
    known.tables.add(stmt.CreateStmt.relation?.relname ?? '')
    return []
  }
  if ('CreateTableAsStmt' in stmt) {
    known.tables.add(stmt.CreateTableAsStmt.into?.rel?.relname ?? '')
    return []
  }
  if ('AlterTableStmt' in stmt) {
    const table = stmt.AlterTableStmt.relation?.relname ?? ''
    return alterations(stmt.AlterTableStmt, { known, is_new: isNew(table) })
  }
  if ('IndexStmt' in stmt) {
    const { relation, concurrent, if_not_exists } = stmt.IndexStmt
    if (isNew(relation?.relname)) return []
    if (concurrent && kind === 'alone' && if_not_exists) return []
    return [
      `an index on ${relation?.relname} blocks writes: CREATE INDEX CONCURRENTLY IF NOT EXISTS, marked with "${RUNS_ALONE}"`,
    ]
  }
  if ('UpdateStmt' in stmt || 'DeleteStmt' in stmt || 'MergeStmt' in stmt) {
    const table = Object.values(stmt)[0].relation?.relname as string | undefined
    if (isNew(table) || (kind === 'repeats' && /\blimit\b/i.test(text))) return []
    return [`all rows of ${table} stay locked until the end: ${BATCHES}`]
  }
  if ('RenameStmt' in stmt) {
    const { renameType, relation } = stmt.RenameStmt
    if (isNew(relation?.relname) || !['OBJECT_TABLE', 'OBJECT_COLUMN'].includes(renameType ?? '')) return []
    return [`the previous version uses the old name: ${EXPAND}`]
  }
  if ('DropStmt' in stmt) {
    const { removeType = 'OBJECT_TABLE' } = stmt.DropStmt
    const isUsed = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_TYPE', 'OBJECT_FUNCTION', 'OBJECT_SEQUENCE'].includes(
      removeType,
    )
    return isUsed ? [`the previous version may use it: drop it one version after the last use, and say so`] : []
  }
  const refusal = REFUSED.find(([type]) => type in stmt)
  return refusal ? [refusal[1]] : []
}

const REFUSED: [type: string, why: string][] = [
  ['LockStmt', 'LOCK TABLE blocks everyone until the end of the migration'],
  ['TruncateStmt', 'TRUNCATE blocks everyone, and the previous version may need the rows'],
  ['DoStmt', 'a DO block cannot be checked: write its statements, or say why it locks nothing large'],
  ['VacuumStmt', 'VACUUM and CLUSTER do not belong in a migration'],
  ['ClusterStmt', 'VACUUM and CLUSTER do not belong in a migration'],
  ['RepackStmt', 'VACUUM and CLUSTER do not belong in a migration'],
  ['ReindexStmt', 'REINDEX blocks writes'],
  ['RefreshMatViewStmt', 'REFRESH MATERIALIZED VIEW blocks reads'],
  ['TransactionStmt', 'transactions are those of the migration itself'],
  ['VariableSetStmt', 'limits on locks and time are set by the migration itself (server/db/migrate.ts)'],
]

/** Returns functions and triggers that migrations define, and no later one drops, without a file that contains their text. */
export async function definedWithoutFile(
  migrations: readonly MigrationFile[],
  files: readonly Pick<DefinitionFile, 'definitions'>[],
): Promise<string[]> {
  const defined_names = new Set(
    files.flatMap(({ definitions }) => definitions.map(({ kind, name }) => `${kind} ${name}`)),
  )
  const missing_files = new Map<string, string>()
  for (const { name: migration, sql } of migrations) {
    for (const { stmt } of await statementsOf(sql)) {
      const defined = definedBy(stmt)
      const key = defined ? `${defined.kind} ${defined.name}` : ''
      if (defined && !defined_names.has(key)) missing_files.set(key, `${FOLDER}/${migration}/migration.sql`)
      for (const dropped of droppedBy(stmt)) missing_files.delete(dropped)
    }
  }
  return [...missing_files].map(
    ([key, file]) =>
      `${file}: the ${key} has no file: write database/<name>.sql of its owner first, then npm run db:diff`,
  )
}

function droppedBy(stmt: Node): string[] {
  if (!('DropStmt' in stmt)) return []
  const { removeType, objects = [] } = stmt.DropStmt
  if (removeType === 'OBJECT_TRIGGER')
    return objects.flatMap((node) => ('List' in node ? [`trigger ${lastName(node.List.items ?? [])}`] : []))
  return objects.flatMap((node) =>
    'ObjectWithArgs' in node ? [`function ${lastName(node.ObjectWithArgs.objname ?? [])}`] : [],
  )
}

/** Reads all migrations, oldest first. */
const readFiles = (): MigrationFile[] =>
  readdirSync(path.join(root, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(path.join(root, FOLDER, name, 'migration.sql'), 'utf8') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const newKnown = (): Known => ({
  tables: new Set(),
  constraints: new Set(),
  pending: new Map(),
  never_null: new Set(),
})

if (import.meta.main) {
  const known = newKnown()
  const migrations = readFiles()
  const lines = await definedWithoutFile(migrations, await readDefinitions())
  for (const migration of migrations.filter(({ name }) => name !== BASELINE))
    lines.push(...(await inspectMigration(migration, known)))
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
