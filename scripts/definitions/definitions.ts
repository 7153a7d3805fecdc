// The functions and triggers of the database, each with its current text in a file of the module that owns it: decision 0127.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CreateTrigStmt, type Node, parse, type RawStmt } from 'libpg-query'
import { TABLES } from '../checks/table-owners.ts'

const root = path.join(import.meta.dirname, '../..')

export interface Definition {
  kind: 'function' | 'trigger'
  name: string
  /** CREATE OR REPLACE, and the REVOKE after a function. */
  sql: string
  trigger?: CreateTrigStmt
}

export interface DefinitionFile {
  file: string
  /** The first comment: what happens, and the reason. */
  rule: string
  /** The second comment, after "Why here:": why a statement cannot do it. */
  why: string
  definitions: Definition[]
}

/** Reads all definition files of the project, sorted by name. */
export const readDefinitions = (): Promise<DefinitionFile[]> =>
  Promise.all(
    globSync('server/**/database/*.sql', { cwd: root })
      .sort()
      .map((file) => parseFile(file, readFileSync(path.join(root, file), 'utf8'))),
  )

const COMMENTS = /^((?:-- .*\n)+)\n((?:-- .*\n)+)/
const WHY = 'Why here: '

/** Parses one file. Throws if it does not have the form required by decision 0127. */
export async function parseFile(file: string, text: string): Promise<DefinitionFile> {
  const [rule = '', why = ''] = (COMMENTS.exec(text)?.slice(1) ?? []).map((part) =>
    part
      .split('\n')
      .map((line) => line.slice(3))
      .join(' ')
      .trim(),
  )
  if (!rule || !why.startsWith(WHY))
    throw new Error(`${file}: begin with a comment that says the rule, then after an empty line "-- ${WHY}…"`)
  const definitions: Definition[] = []
  for (const { stmt, sql } of await statementsOf(text)) {
    const defined = definedBy(stmt)
    const last = definitions.at(-1)
    if (defined?.replaces) definitions.push({ ...defined, sql })
    else if ('GrantStmt' in stmt && last?.kind === 'function') last.sql += `\n${sql}`
    else
      throw new Error(
        `${file}: only CREATE OR REPLACE FUNCTION (and its REVOKE) and CREATE OR REPLACE TRIGGER belong here`,
      )
  }
  return { file, rule, why: why.slice(WHY.length), definitions }
}

/** Returns the statements of a text, each with its own text, without preceding comments. */
export async function statementsOf(text: string): Promise<{ stmt: Node; sql: string }[]> {
  const bytes = Buffer.from(text)
  const { stmts = [] } = await parse(text)
  return stmts.map(({ stmt = {} as Node, stmt_location = 0, stmt_len }: RawStmt) => {
    const part = bytes.subarray(stmt_location, stmt_len ? stmt_location + stmt_len : undefined).toString()
    return { stmt, sql: `${part.replace(/^(?:\s+|--.*\n)*/, '').replace(/;?\s*$/, '')};` }
  })
}

/** Returns the function or trigger that a statement creates. */
export function definedBy(stmt: Node): (Omit<Definition, 'sql'> & { replaces: boolean }) | undefined {
  if ('CreateFunctionStmt' in stmt) {
    const { funcname = [], replace = false } = stmt.CreateFunctionStmt
    return { kind: 'function', name: lastName(funcname), replaces: replace }
  }
  if ('CreateTrigStmt' in stmt) {
    const { trigname = '', replace = false } = stmt.CreateTrigStmt
    return { kind: 'trigger', name: trigname, replaces: replace, trigger: stmt.CreateTrigStmt }
  }
  return undefined
}

export const lastName = (names: readonly Node[]): string => {
  const last = names.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}

const OWNER = new Map(Object.entries(TABLES).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

/** Returns the problems across files: duplicate names, and triggers outside of the folder of their table's owner. */
export function inspectDefinitions(files: readonly DefinitionFile[]): string[] {
  const places = new Map<string, string>()
  return files.flatMap(({ file, definitions }) =>
    definitions.flatMap(({ kind, name, trigger }) => {
      const other = places.get(`${kind} ${name}`)
      places.set(`${kind} ${name}`, file)
      const twice = other ? [`${file}: the ${kind} ${name} is in ${other}, too: keep one`] : []
      const table = trigger?.relation?.relname ?? ''
      const owner = OWNER.get(table) ?? ''
      const folder = owner.includes('/') ? owner : `server/modules/${owner}`
      return !trigger || file.startsWith(`${folder}/`)
        ? twice
        : [...twice, `${file}: ${name} is a trigger of ${table}: move it to ${folder}/database`]
    }),
  )
}
