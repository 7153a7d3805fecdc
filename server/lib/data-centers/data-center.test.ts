import { expect, test } from 'vitest'
import { isDataCenter } from './data-center.ts'

test.each([
  ['the first address of a range', '3.0.0.0', true, true],
  ['an address inside a range', '3.5.140.7', true, true],
  ['an IPv6 address of a cloud', '2600:1f18::1', true, true],
  ['a cloud address inside IPv6', '::ffff:3.5.140.7', true, true],
  ['a mailbox provider, whose image proxy opens for the subscriber', '66.249.93.1', false, true],
  ['a network through which subscribers browse with a private relay', '104.28.0.1', false, false],
  ['a home connection', '91.64.12.7', false, false],
  ['a private address', '10.0.0.1', false, false],
  ['the lowest address', '0.0.0.0', false, false],
  ['the highest address', '255.255.255.255', false, false],
  ['no address', 'unknown', false, false],
])('%s', (_, ip, image, link) => {
  expect([isDataCenter(ip, 'image'), isDataCenter(ip, 'link')]).toEqual([image, link])
})
