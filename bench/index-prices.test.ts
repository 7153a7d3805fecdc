import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { database } from '../server/db/client.ts'

const LISTED = path.join(import.meta.dirname, '../docs/measurements.md')

/** Returns the names in the first column of the table about `table`, in docs/measurements.md. */
function listedNames(table: string): string[] {
  const lines = readFileSync(LISTED, 'utf8').split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| Part of \`${table}\` |`))
  const rows = lines.slice(from + 2)
  const cells = rows.slice(0, rows.indexOf('')).map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)).sort()
}

async function namesInSchema(table: string): Promise<string[]> {
  const { rows } = await database().pool.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass
     union all select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal
     union all select conname from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  return rows.map(({ name }) => name).sort()
}

test.each(['subscriber', 'delivery'])(
  'the price list names every index, trigger and foreign key of %s',
  async (table) => {
    expect(listedNames(table)).toEqual(await namesInSchema(table))
  },
)
