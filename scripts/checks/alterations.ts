// Finds table changes that block others for longer than a moment, or break the previous version.
import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from 'libpg-query'

/** Objects created by the statements so far, and the columns that a validated constraint keeps from being null. */
export interface Known {
  /** Tables of the current migration. */
  tables: Set<string>
  /** Added by the current migration, as table.constraint. */
  constraints: Set<string>
  /** Constraints that keep a column from being null, with the column. */
  pending: Map<string, string>
  /** Columns of validated constraints. */
  never_null: Set<string>
}

/** Commands that change only the catalog, and whose result works with the previous version. */
const HARMLESS = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_SetStatistics',
  'AT_SetOptions',
  'AT_ResetOptions',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetStorage',
  'AT_EnableTrig',
  'AT_DisableTrig',
  'AT_ReplicaIdentity',
])

/** Returns the refused parts of an ALTER TABLE. A table created by the same migration is empty, so everything is allowed. */
export function alterations(
  { relation, cmds = [] }: AlterTableStmt,
  { known, is_new }: { known: Known; is_new: boolean },
): string[] {
  const table = relation?.relname ?? ''
  const commands = cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []))
  return commands.flatMap((command) => {
    const problem = problemOf(command, table, known)
    return problem && !is_new ? [problem] : []
  })
}

function problemOf({ subtype = 'AT_AddColumn', name = '', def }: AlterTableCmd, table: string, known_objects: Known) {
  if (HARMLESS.has(subtype)) return undefined
  if (subtype === 'AT_AddColumn') return def && 'ColumnDef' in def ? addedColumn(def.ColumnDef, table) : undefined
  if (subtype === 'AT_AddConstraint')
    return def && 'Constraint' in def ? addedConstraint(def.Constraint, table, known_objects) : undefined
  if (subtype === 'AT_ValidateConstraint') return validated(`${table}.${name}`, known_objects)
  if (subtype === 'AT_SetNotNull')
    return known_objects.never_null.delete(`${table}.${name}`)
      ? undefined
      : `SET NOT NULL reads ${table} while it is locked: first add CHECK (${name} IS NOT NULL) NOT VALID, and validate it in a later migration`
  if (subtype === 'AT_DropColumn')
    return `the previous version may use ${table}.${name}: drop it one version after the last use, and say so`
  if (subtype === 'AT_AlterColumnType')
    return `a new type for ${table}.${name} rewrites the table: add a column, fill it in batches, and drop the old one a version later`
  return `${subtype.slice(3)} on ${table} is not known to be quick`
}

/** Functions that are evaluated once for all rows. */
const STABLE = new Set(['now', 'transaction_timestamp', 'statement_timestamp'])

function addedColumn({ colname = '', constraints = [], typeName }: ColumnDef, table: string): string | undefined {
  const column = `${table}.${colname}`
  const kinds = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
  const has = (contype: Constraint['contype']) => kinds.some((constraint) => constraint.contype === contype)
  const type = typeName?.names?.map((node) => ('String' in node ? node.String.sval : '')).at(-1) ?? ''
  if (/serial/.test(type) || has('CONSTR_IDENTITY') || has('CONSTR_GENERATED'))
    return `${column} is computed for every row: add it without, and fill it in batches`
  const value = kinds.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
  const called = value ? functionsIn(value).filter((name) => !STABLE.has(name)) : []
  if (called.length > 0)
    return `the default ${called[0]}() of ${column} is computed for every row: add the column without, then set the default, and fill it in batches`
  if (has('CONSTR_NOTNULL') && !value) return `the previous version writes rows without ${column}: give it a default`
  if (['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN'].some((kind) => has(kind as 'CONSTR_CHECK')))
    return `a constraint in the definition of ${column} is checked while ${table} is locked: add it NOT VALID, and validate it in a later migration`
  return undefined
}

function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'FuncCall' in node ? [nameOf((node.FuncCall as { funcname?: Node[] }).funcname)] : []
  return [...own, ...Object.values(node).flatMap(functionsIn)]
}

const nameOf = (parts: Node[] = []): string => {
  const last = parts.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}

function addedConstraint(constraint: Constraint, table: string, known: Known): string | undefined {
  const { contype, conname = '', skip_validation, indexname } = constraint
  known.constraints.add(`${table}.${conname}`)
  const column = notNullColumn(constraint)
  if (column !== undefined) known.pending.set(`${table}.${conname}`, `${table}.${column}`)
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return indexname
      ? undefined
      : `${conname} builds an index while ${table} is locked: build it CONCURRENTLY first, then add the constraint USING INDEX`
  return skip_validation
    ? undefined
    : `${conname} is checked while ${table} is locked: add it NOT VALID, and validate it in a later migration`
}

/** Returns the column of CHECK (column IS NOT NULL). */
function notNullColumn({ raw_expr }: Constraint): string | undefined {
  if (!raw_expr || !('NullTest' in raw_expr) || raw_expr.NullTest.nulltesttype !== 'IS_NOT_NULL') return undefined
  const { arg } = raw_expr.NullTest
  return arg && 'ColumnRef' in arg ? nameOf(arg.ColumnRef.fields) : undefined
}

function validated(constraint: string, known: Known): string | undefined {
  if (known.constraints.has(constraint))
    return `${constraint} would be validated while its table is locked by ADD CONSTRAINT: validate it in a later migration`
  const column = known.pending.get(constraint)
  if (column) known.never_null.add(column)
  return undefined
}
