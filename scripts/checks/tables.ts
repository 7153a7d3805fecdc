// A table belongs to one module, and only its files write it. Reads go toward the foundations, like imports. Exceptions are listed with their
// reason in table-exceptions.ts; unused ones are reported, too.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { MODULES, moduleOf } from './layers.ts'
import { root, sourceFiles } from './source-files.ts'
import { type Exception, LATER_READS, OTHER_WRITERS } from './table-exceptions.ts'
import { TABLES } from './table-owners.ts'

/** A statement or Prisma call that uses a table. */
export interface Access {
  file: string
  table: string
  kind: 'read' | 'write'
}

export interface Model {
  /** As called in code: `db.legacyWebhook`. */
  member: string
  table: string
  /** Fields that are rows of other tables, which nested writes change. */
  relations: { field: string; table: string }[]
}

/** Returns the models of a Prisma schema with their tables. */
export function readModels(schema: string): Model[] {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({
    name,
    body,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
  }))
  const tables = new Map(models.map(({ name, table }) => [name, table]))
  return models.map(({ name, body, table }) => ({
    member: `${name[0]?.toLowerCase()}${name.slice(1)}`,
    table,
    relations: [...body.matchAll(/^ +(\w+) +(\w+)/gm)].flatMap(([, field = '', type = '']) => {
      const related = tables.get(type)
      return related ? [{ field, table: related }] : []
    }),
  }))
}

const NAME = '(?:only\\s+)?(?:public\\.)?"?(\\w+)'
const SQL: [RegExp, Access['kind']][] = [
  [new RegExp(`\\b(?:insert into|merge into|update|delete from|truncate(?: table)?)\\s+${NAME}`, 'gi'), 'write'],
  [/\bcopy\s+(?:public\.)?"?(\w+)"?\s*(?:\([^)]*\)\s*)?from\b/gi, 'write'],
  [new RegExp(`\\b(?:from|join)\\s+${NAME}`, 'gi'), 'read'],
  // The second table of a list: `from a x, b y`.
  [/\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?,\s*(\w+)/gi, 'read'],
  // Purging by age passes the table's name as an option.
  [/\btable: '(\w+)',/g, 'write'],
]
const PRISMA = /\.(\w+)\s*\.(find|count|aggregate|groupBy|create|update|upsert|delete)\w*\(/g
/** A nested write: the name of a relation with an operation on its rows. */
const NESTED =
  /\b(\w+): \{\s*(?:create|createMany|connectOrCreate|update|updateMany|upsert|delete|deleteMany|set|connect|disconnect): /g
const READS = new Set(['find', 'count', 'aggregate', 'groupBy'])

/** Returns every access of a file to a table, each once. */
export function accessesOf(file: string, text: string, models: readonly Model[]): Access[] {
  const accesses = new Map<string, Access>()
  const note = (table: string | undefined, kind: Access['kind']) => {
    if (table) accesses.set(`${kind} ${table}`, { file, table, kind })
  }
  const table_names = new Set(models.map(({ table }) => table))
  const byMember = new Map(models.map(({ member, table }) => [member, table]))
  const byRelation = new Map(
    [
      ...Map.groupBy(
        models.flatMap(({ relations }) => relations),
        ({ field }) => field,
      ),
    ].map(([field, found]) => [field, new Set(found.map(({ table }) => table))]),
  )
  for (const [pattern, kind] of SQL)
    for (const [, table = ''] of text.matchAll(pattern)) if (table_names.has(table)) note(table, kind)
  for (const [, member = '', verb = ''] of text.matchAll(PRISMA))
    note(byMember.get(member), READS.has(verb) ? 'read' : 'write')
  for (const [, field = ''] of text.matchAll(NESTED))
    for (const table of byRelation.get(field) ?? []) note(table, 'write')
  return [...accesses.values()]
}

const OWNER = new Map(Object.entries(TABLES).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

const isOf = (file: string, who: string): boolean => (who.includes('/') ? file.startsWith(who) : moduleOf(file) === who)

const allows = (exceptions: readonly Exception[], { file, table }: Access): Exception[] =>
  exceptions.filter(({ who, tables }) => isOf(file, who) && (tables.length === 0 || tables.includes(table)))

const isLaterRead = ({ file, table, kind }: Access): boolean => {
  const [module, owner] = [moduleOf(file), OWNER.get(table)]
  return kind === 'read' && !!module && !!owner && MODULES.indexOf(owner) > MODULES.indexOf(module)
}

const isForeignWrite = ({ file, table, kind }: Access): boolean =>
  kind === 'write' && !isOf(file, OWNER.get(table) ?? '/')

/** Returns the problems, one line each: tables without an owner, foreign writes, reads against the order, unused exceptions. */
export function inspectAccesses(accesses: readonly Access[], tables: readonly string[]): string[] {
  const problems = tables
    .filter((table) => !OWNER.has(table))
    .map((table) => `${table} has no owner: name its module in scripts/checks/table-owners.ts`)
  const used_exceptions = new Set<string>()
  const check = (access: Access, exceptions: readonly Exception[], problem: string) => {
    const allowed = allows(exceptions, access)
    for (const { who } of allowed) used_exceptions.add(`${who} ${access.table}`)
    if (allowed.length === 0) problems.push(problem)
  }
  for (const access of accesses) {
    const { file, table } = access
    const owner = OWNER.get(table)
    if (owner === undefined) continue
    if (isForeignWrite(access))
      check(access, OTHER_WRITERS, `${file} writes ${table}: only ${owner} may, call one of its functions`)
    if (isLaterRead(access))
      check(access, LATER_READS, `${file} reads ${table}: ${owner} comes later, list the reason in table-exceptions.ts`)
  }
  for (const { who, tables: listed } of [...OTHER_WRITERS, ...LATER_READS])
    for (const table of listed)
      if (!used_exceptions.has(`${who} ${table}`))
        problems.push(`table-exceptions.ts lists ${who} for ${table}, which nothing uses: remove it`)
  return problems
}

const ELSEWHERE =
  /^server\/(testing|jobs\/(testing|conformance|engine)|modules\/automations\/model|db\/generated)\/|\.test\.ts$/

/** Returns whether a file's accesses are checked. */
export const isChecked = (file: string): boolean => /^(server|app)\//.test(file) && !ELSEWHERE.test(file)

export function inspectTables(): string[] {
  const schema = globSync('prisma/schema/*.prisma', { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  const models = readModels(schema.join('\n'))
  const files = sourceFiles(['ts', 'tsx']).filter(isChecked)
  return inspectAccesses(
    files.flatMap((file) => accessesOf(file, readFileSync(path.join(root, file), 'utf8'), models)),
    models.map(({ table }) => table),
  )
}

if (import.meta.main) {
  const lines = inspectTables()
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
