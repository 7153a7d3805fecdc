import { expect, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { addressTag, readReturnPath, returnPath } from './return-path.ts'

test('a return path names its delivery in any case, expires, and cannot be forged', () => {
  const settings = env()
  settings.BOUNCE_DOMAIN = 'bounce.example.com'
  onTestFinished(() => {
    settings.BOUNCE_DOMAIN = undefined
  })
  const now = new Date('2026-11-22T12:00:00Z')
  const largest = { account_id: 2_147_483_647, mail_id: 2_147_483_647, subscriber_id: Number.MAX_SAFE_INTEGER }
  for (const ref of [{ account_id: 1, mail_id: 2, subscriber_id: 3 }, largest]) {
    const address = returnPath(ref, { address: 'Lin@example.net', sent_at: now }) ?? ''
    expect(address.indexOf('@')).toBeLessThanOrEqual(64)
    const read = { ...ref, address_tag: addressTag('lin@example.net') }
    expect(readReturnPath(address, { now })).toEqual(read)
    expect(readReturnPath(address.toUpperCase(), { now: new Date(+now + 180 * 86_400_000) })).toEqual(read)
    expect(readReturnPath(address, { now: new Date(+now + 182 * 86_400_000) })).toBe('expired')
    const [local = ''] = address.split('@')
    for (let at = 2; at < local.length; at++) {
      const changed = `${local.slice(0, at)}${local[at] === 'a' ? 'b' : 'a'}${local.slice(at + 1)}`
      expect(readReturnPath(`${changed}@bounce.example.com`, { now })).toBe('unknown')
    }
    for (const wrong of [
      local,
      `${local}@example.com`,
      `x${address}`,
      `${local}aa@bounce.example.com`,
      '@',
      '@bounce.example.com',
      'b-@bounce.example.com',
    ])
      expect(readReturnPath(wrong, { now })).toBe('unknown')
  }
})

test('a return path below a sending domain names its delivery too, and nothing at other names does', () => {
  const settings = env()
  settings.BOUNCE_DOMAIN = 'bounce.example.com'
  onTestFinished(() => {
    settings.BOUNCE_DOMAIN = undefined
  })
  const now = new Date('2026-11-22T12:00:00Z')
  const ref = { account_id: 1, mail_id: 2, subscriber_id: 3 }
  const address = returnPath(ref, { address: 'lin@example.net', sent_at: now, below: 'studio.no' }) ?? ''
  expect(address).toMatch(/^b-[a-z2-7]+@bounces\.studio\.no$/)
  expect(readReturnPath(address, { now })).toMatchObject(ref)
  expect(readReturnPath(address.replace('bounces.', ''), { now })).toBe('unknown')
  settings.BOUNCE_DOMAIN = undefined
  expect(readReturnPath(address, { now })).toBe('unknown')
  expect(returnPath(ref, { address: 'lin@example.net', sent_at: now, below: 'studio.no' })).toBeUndefined()
})
