import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportFixtures as fixtures } from '../../testing/reports/fixtures.ts'
import { parseReport } from './report.ts'

test('the corpus has at least 120 different reports', () => {
  expect(new Set(fixtures.map(({ name }) => name)).size).toBe(fixtures.length)
  expect(fixtures.length).toBeGreaterThanOrEqual(120)
})

test.each(fixtures)('$name', async (fixture) => {
  const { form, recipients, clues } = await parseReport(fixture.bytes)
  const said = recipients.map(({ kind, status, address }) =>
    status || address || form === 'arf' ? `${kind} ${status ?? '-'} ${address ?? '-'}` : kind,
  )
  expect(`${form} ${said.join('; ')}`).toBe(fixture.expected)
  // Each identifies its message, if only by the address that it was sent to.
  if (/\{\{/.test(fixture.raw)) expect(clues.join('\n')).toMatch(/b-aeba2eqca|\/u\/AbCdEf/)
})

test('line ends of any kind read alike', async () => {
  for (const fixture of fixtures) {
    const bytes = fixture.bytes
    const bare = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    expect(await parseReport(bare), fixture.name).toEqual(await parseReport(bytes))
  }
})

test('a damaged report never throws, however it is damaged', async () => {
  const whole = fixtures.map(({ bytes }) => bytes)
  const damage = fc.record({
    at: fc.nat(whole.length - 1),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    garbage: fc.uint8Array({ maxLength: 200 }),
    tail: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, cut, garbage, tail }) => {
      const raw = whole[at] as Buffer
      const end = Math.floor(raw.length * cut)
      const damaged = Buffer.concat([raw.subarray(0, end), garbage, tail ? raw.subarray(end) : Buffer.alloc(0)])
      expect((await parseReport(damaged)).recipients.length).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
  for (const hostile of hostileMessages()) expect((await parseReport(hostile)).recipients).toHaveLength(1)
})

/** Messages that are deep, wide or long. */
function hostileMessages(): Buffer[] {
  const nested = Array.from(
    { length: 3_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  )
  return [
    Buffer.alloc(0),
    Buffer.from(nested.join('')),
    Buffer.from(`Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(50_000)}`),
    Buffer.from(`Subject: ${'failure notice '.repeat(20_000)}\r\n\r\n${'<a@b.example>:\n'.repeat(5)}`),
    Buffer.from(`From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\n${'@'.repeat(300_000)}`),
    Buffer.from(`From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\n${'a'.repeat(5_000_000)}`),
    Buffer.from(`Content-Type: message/rfc822\r\n\r\n`.repeat(10_000)),
  ]
}

test('only the first hundred recipients of a report are read', async () => {
  const block = 'Final-Recipient: rfc822; lin@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n'
  const raw = `Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n${block.repeat(1_000)}--b--\r\n`
  expect((await parseReport(Buffer.from(raw))).recipients).toHaveLength(100)
})
