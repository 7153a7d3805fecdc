import net from 'node:net'
import { createTransport } from 'nodemailer'
import { beforeEach, onTestFinished } from 'vitest'
import { startReports } from '../../bounces.ts'
import { rootLogger } from '../../core/log.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { testAccount } from '../account.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../modules/sending.ts'
import { reportBytes, reportFixtures } from './fixtures.ts'

export const DOMAIN = 'bounce.studio.example'

/** Gives messages of the file's tests return paths at `DOMAIN`. */
export function withReturnPaths(): void {
  beforeEach(() => {
    const settings = env()
    settings.BOUNCE_DOMAIN = DOMAIN
    onTestFinished(() => {
      settings.BOUNCE_DOMAIN = undefined
    })
  })
}

/** Sends a broadcast to new subscribers and returns the return paths of its messages. */
export async function sent(count: number) {
  const account = await testAccount()
  const sink = await sendToSink()
  const ids = await addSubscribers(account, count)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const return_paths = ids.map(
    (_, i) => sink.messages.find(({ to }) => to === `subscriber${i + 1}@example.net`)?.from ?? '',
  )
  const states = async () =>
    (await account.ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })).map(({ state }) => state)
  return { account, broadcast_id, return_paths, states }
}

/** Returns a report of the corpus about the message with this return path. */
export function report(name: string, return_path: string): Buffer {
  const fixture = reportFixtures.find((one) => one.name === name)
  if (!fixture) throw new Error(`No report ${name}`)
  return reportBytes(fixture.raw, return_path)
}
export const HARD = 'qmail: no mailbox by that name'
export const COMPLAINT = 'ARF: abuse, as in RFC 5965'
export const WAITS = 'Postfix: a warning that the message waits'

export async function intake(
  settings: Partial<Parameters<typeof startReports>[0]['settings']> = {},
  options: Pick<Parameters<typeof startReports>[0], 'poll_ms' | 'limits'> = {},
) {
  const listening = await startReports({
    settings: { HOST: '127.0.0.1', BOUNCE_DOMAIN: DOMAIN, BOUNCE_SMTP_PORT: 0, ...settings },
    log: rootLogger(),
    ...options,
  })
  onTestFinished(listening.stop)
  return listening
}

export const post = async (port: number | undefined, to: string, raw: Buffer) => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  onTestFinished(() => transport.close())
  return transport.sendMail({ envelope: { from: '', to: [to] }, raw })
}
export const waiting = () => unscoped().receivedMessage.count({ where: { read_at: null } })

/** Opens an SMTP connection. Returns a function that sends a line and checks the code of the reply. */
export async function speak(port: number): Promise<(line: string, code: string) => Promise<void>> {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const answers: string[] = []
  let wake = () => {}
  socket.on('data', (chunk) => {
    answers.push(
      ...chunk
        .toString()
        .split('\r\n')
        .filter((line) => /^\d{3} /.test(line)),
    )
    wake()
  })
  const next = async (code: string) => {
    while (answers.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    const answer = answers.shift() ?? ''
    if (!answer.startsWith(code)) throw new Error(answer)
  }
  await next('220')
  return async (line, code) => {
    socket.write(`${line}\r\n`)
    await next(code)
  }
}
