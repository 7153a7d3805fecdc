import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from '../../../lib/bytes/byte-writer.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { fieldsWriter } from './field-values.ts'

const slots = ['a', 'b', 'aa', 'city', 'field_1', 'field_10', 'field_2', '__proto__', 'constructor', 'größe', 'quo"te']
const plain = slots.map((slot) => ({ key: slot, slot }))

/** Returns what is written for a text among other bytes, as in the answer of a list. */
function written(write: ReturnType<typeof fieldsWriter>, text: string): string {
  const around = `", "a": "`
  const bytes = Buffer.from(`${around}${text}${around}`)
  const target = new ByteWriter(0)
  const from = around.length
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  write({ bytes, view }, from, from + Buffer.byteLength(text), target)
  return target.bytes.toString('utf8', 0, target.length)
}

test('a list shows every field of an account, with any characters in the values', async () => {
  const { ctx } = await testAccount()
  // PostgreSQL cannot store NUL or half of a surrogate pair, and no value has them: `storable`.
  const value = fc.oneof(
    fc.constantFrom('\\', '"', '\\"', '", "b": "x', '": "', '\\\\": "', '"}', '{}', '\n\t\u2028', '😀', ''),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  )
  const values = fc.uniqueArray(fc.tuple(fc.constantFrom(...slots, 'deleted'), value), { selector: ([slot]) => slot })
  const renamed = fc.constantFrom(plain, [
    { key: 'town', slot: 'city' },
    ...plain.filter(({ slot }) => slot !== 'city'),
  ])
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 30, maxLength: 60 }), renamed, async (rows, definitions) => {
      const given = rows.map((row) => JSON.stringify(Object.fromEntries(row)))
      const stored = await ctx.sql.rows<{ text: string }>(
        'select v::jsonb::text as text from unnest($2::text[]) with ordinality as u(v, n) where $1 > 0 order by n',
        [given],
      )
      const write = fieldsWriter(definitions)
      stored.forEach(({ text }, i) => {
        const found = new Map(rows[i])
        const wanted = definitions.map(({ key, slot }) => [key, found.get(slot) ?? null])
        expect(JSON.parse(written(write, text))).toEqual(Object.fromEntries(wanted))
      })
    }),
    { numRuns: 10 },
  )
})

test('a list shows a renamed field under its new key and no value of a deleted field', async () => {
  const account = await testAccount()
  const created: Record<string, number> = {}
  for (const label of ['City', 'Plan', 'Role']) {
    const { body } = await api('POST /v4/custom_fields', key(account), { label })
    created[label] = body.custom_field.id
  }
  const subscriber = { email_address: 'lin@x.example', fields: { city: 'Oslo', plan: 'Pro', role: 'Author' } }
  const { body } = await api('POST /v4/subscribers', key(account), subscriber)
  const shown = async () => (await api('GET /v4/subscribers', key(account))).body.subscribers[0].fields
  expect(await shown()).toEqual({ city: 'Oslo', plan: 'Pro', role: 'Author' })
  await api(`PUT /v4/custom_fields/${created.City}`, key(account), { label: 'Town' })
  await account.ctx.sql.run(`delete from custom_field where account_id = $1 and id = $2`, [created.Plan])
  await account.ctx.sql.run(`insert into retired_slot (account_id, slot) values ($1, 'plan')`)
  expect(await shown()).toEqual({ town: 'Oslo', role: 'Author' })
  const one = await api(`GET /v4/subscribers/${body.subscriber.id}`, key(account))
  expect(one.body.subscriber.fields).toEqual({ town: 'Oslo', role: 'Author' })
})

test('a list of an account without fields shows an empty object', async () => {
  const account = await testAccount()
  await api('POST /v4/subscribers', key(account), { email_address: 'lin@x.example' })
  expect((await api('GET /v4/subscribers', key(account))).body.subscribers[0].fields).toEqual({})
})
