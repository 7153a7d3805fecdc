import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { makeLog } from './log.ts'

test('L5: an error of the database is logged without the row that it is about', async () => {
  const lines: string[] = []
  const log = makeLog('info', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const error: unknown = await database()
    .pool.query(`insert into service_mail (account_id, to_address, id) values (null, 'ada@x.example', 1)`)
    .catch((reason: unknown) => reason)
  expect((error as { detail: string }).detail).toContain('ada@x.example')
  log.warn({ err: error }, 'it did not work')
  expect(lines.join('')).not.toContain('ada@x.example')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'it did not work',
    err: { type: 'DatabaseError', code: '23502', stack: expect.stringContaining('log.test.ts') },
  })
})
