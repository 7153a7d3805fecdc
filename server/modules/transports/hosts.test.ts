import { expect, onTestFinished, test } from 'vitest'
import { sendTo } from '../../testing/modules/sending.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { A, NO_SUCH_NAME, nameServer, record } from '../../testing/servers/name-server.ts'
import { startScripted } from '../../testing/servers/smtp-servers.ts'
import { checkHosts } from './hosts.ts'

const PTR = 12
const labels = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** Returns the row on the administrators' page for a server with this name, while DNS has these addresses and names. */
async function checked(host_name: string, dns: { a?: string; ptr?: string }, options = '') {
  const server = await startScripted((line) =>
    line.startsWith('EHLO') ? `250 ${host_name} at your service` : undefined,
  )
  sendTo(`smtp://${options}127.0.0.1:${server.port}/?tls=never`)
  const { resolver, close } = await nameServer(
    ({ name, type }) => {
      if (name === '9.113.0.203.in-addr.arpa') return dns.ptr ? [record(name, PTR, labels(dns.ptr))] : NO_SUCH_NAME
      if (name !== host_name || !dns.a) return NO_SUCH_NAME
      return type === A ? [record(name, A, Buffer.from(dns.a.split('.').map(Number)))] : []
    },
    { timeout: PATIENCE.timeout, tries: 1 },
  )
  onTestFinished(close)
  const [host] = await checkHosts(resolver, PATIENCE.timeout)
  return host
}

test('a mail server whose name and address resolve to each other is shown without a warning [B4]', async () => {
  expect(await checked('mx.studio.no', { a: '203.0.113.9', ptr: 'MX.studio.no' })).toMatchObject({
    host_name: 'mx.studio.no',
    is_own: true,
    is_encrypted: false,
    addresses: [{ address: '203.0.113.9', names: ['MX.studio.no'], is_matching: true }],
    // The connection stays on this machine.
    warnings: [],
  })
})

test.each<[string, string, { a?: string; ptr?: string }, string]>([
  ['without a PTR record', 'mx.studio.no', { a: '203.0.113.9' }, 'The PTR record of 203.0.113.9 is missing'],
  ['whose PTR names another host', 'mx.studio.no', { a: '203.0.113.9', ptr: 'a.b.no' }, 'names a.b.no'],
  [
    'whose name has no address',
    'mx.studio.no',
    {},
    'mx.studio.no, the name of the mail server, has no A or AAAA record',
  ],
  ['without a full name', 'mail', {}, 'The server calls itself “mail”'],
])('a mail server %s has a warning [B4]', async (_name, host_name, dns, expected) => {
  expect((await checked(host_name, dns))?.warnings).toEqual([expect.stringContaining(expected)])
})

test('a relay that requires sign-in delivers from its own hosts, so their records are not checked [B4]', async () => {
  expect(await checked('mx.studio.no', {}, 'user:password@')).toMatchObject({ is_own: false, warnings: [] })
})
