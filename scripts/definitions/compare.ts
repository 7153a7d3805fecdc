import type pg from 'pg'
import type { DefinitionFile } from './definitions.ts'

interface Defined {
  kind: 'function' | 'trigger'
  name: string
  /** Name with parameters or table, as in DROP. */
  identity: string
  text: string
}

/** Selects everything except objects of extensions. Functions with restricted and with public EXECUTE rights differ. */
const DEFINED = `
  select 'function' as kind, p.proname as name, p.oid::regprocedure::text as identity,
    pg_get_functiondef(p.oid) || has_function_privilege('public', p.oid, 'execute') as text
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger', t.tgname, format('%I on %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid, true)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  order by 1, 2`

/**
 * Returns SQL that makes functions and triggers of a migrated database match the files; empty if they do. PostgreSQL formats both texts, so the
 * format of a file does not matter. Locks the tables for a moment, so do not use it on a serving database.
 */
export async function diffDefinitions(client: pg.ClientBase, files: readonly DefinitionFile[]): Promise<string> {
  await client.query('begin; set local check_function_bodies = off')
  try {
    const before = await definedIn(client)
    const definitions = files.flatMap((file) => file.definitions)
    const wanted = await recreate(client, { before, sql: definitions.map(({ sql }) => sql) })
    const isSame = (one: Defined) => (other: Defined) => other.identity === one.identity && other.text === one.text
    const changed = wanted.filter((one) => !before.some(isSame(one)))
    const removed_definitions = before.filter(
      ({ kind, identity }) => !wanted.some((one) => one.kind === kind && one.identity === identity),
    )
    const changed_definitions = definitions.filter(({ kind, name }) =>
      changed.some((one) => one.kind === kind && one.name === name),
    )
    const only = <T extends { kind: string }>(kind: Defined['kind'], of: readonly T[]) =>
      of.filter((one) => one.kind === kind)
    return [
      ...only('trigger', removed_definitions).map(drop),
      ...[...only('function', changed_definitions), ...only('trigger', changed_definitions)].map(({ sql }) => sql),
      ...only('function', removed_definitions).map(drop),
    ].join('\n\n')
  } finally {
    await client.query('rollback')
  }
}

const definedIn = async (client: pg.ClientBase): Promise<Defined[]> => (await client.query<Defined>(DEFINED)).rows

const drop = ({ kind, identity }: Defined): string => `DROP ${kind.toUpperCase()} ${identity};`

/** Replaces everything with the files' definitions, within the transaction, and returns the resulting definitions. */
async function recreate(
  client: pg.ClientBase,
  { before, sql }: { before: readonly Defined[]; sql: readonly string[] },
): Promise<Defined[]> {
  // An index may use a function. The rollback restores it.
  for (const one of before.filter(({ kind }) => kind === 'function'))
    await client.query(`${drop(one).slice(0, -1)} cascade`)
  const isTrigger = (text: string) => /^create or replace trigger/i.test(text)
  for (const text of sql.filter((one) => !isTrigger(one))) await client.query(text)
  for (const text of sql.filter(isTrigger)) await client.query(text)
  return definedIn(client)
}
