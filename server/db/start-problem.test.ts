import { once } from 'node:events'
import net from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { proxyDatabase } from '../testing/servers/database-proxy.ts'
import { isSessionShared } from './connections/shared-session.ts'
import { migrate } from './migrate.ts'
import { problemLine } from './start-problem.ts'

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  )

/** Returns an address whose connections are cut when the client sends this text. */
async function cutAt(text: string): Promise<string> {
  const proxy = await proxyDatabase(inject('database_url'), () => ({
    toServer: (bytes) => {
      if (!bytes.includes(text)) return bytes
      proxy.close()
      return undefined
    },
  }))
  onTestFinished(() => proxy.close())
  return proxy.url
}

test.each(['server_version', '_prisma_migrations'])(
  'a start whose connection is cut at "%s" ends with one line that says where and what to do',
  async (text) => {
    const line = problemLine(await failureOf(migrate(await cutAt(text))))
    expect(line).toMatch(/^(?:DATABASE_URL|DATA_DIR): /)
    expect(line).toContain(
      ': Connection terminated unexpectedly. The connection was lost. Start again once PostgreSQL answers.',
    )
    expect(line).not.toContain('\n')
  },
)

test('a start that got no connection in time reports that the machine may be too busy', async () => {
  const silent = net.createServer(() => undefined)
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as net.AddressInfo
  const connectionString = `postgres://envoi@127.0.0.1:${port}/envoi`
  const error = await failureOf(isSessionShared({ connectionString, connectionTimeoutMillis: 1 }))
  expect(problemLine(error)).toContain(
    ': timeout expired. It may be unreachable, or the machine too busy to accept a connection in time. Start again once it answers.',
  )
})

test('a full disk is reported, without advice to use another folder or database', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const refused = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), {
    code: '53100',
  })
  for (const error of [full, refused]) {
    const line = problemLine(error) ?? ''
    expect(line.toLowerCase()).toContain('no space left on device')
    expect(line).toContain('. Free room on the disk, then start again. Nothing that was stored is lost.')
    expect(line).not.toMatch(/another|address|folder/)
  }
})

test('an internal error has no such line', () => {
  expect(problemLine(new TypeError('x is not a function'))).toBeUndefined()
})
