import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string
  raw: string
  /** The sender's name in EHLO. */
  client: string
}

/** The server's replies to a sender, a recipient or a message; undefined accepts it. */
export interface SinkBehavior {
  onSender?: () => SinkRefusal | undefined
  onRecipient?: (address: string) => SinkRefusal | undefined
  onMessage?: (mail: ReceivedMail) => SinkRefusal | 'hang up' | undefined | Promise<SinkRefusal | 'hang up' | undefined>
}

export interface SinkRefusal {
  code: number
  text: string
}

export interface MailSink {
  url: (options?: string) => string
  port: number
  /** In order of arrival. */
  messages: ReceivedMail[]
  behavior: SinkBehavior
  close: () => Promise<void>
}

/** A real SMTP server on loopback that stores messages. */
export async function openMailSink(behavior: SinkBehavior = {}): Promise<MailSink> {
  const messages: ReceivedMail[] = []
  const sink = { behavior }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => done(refusal(sink.behavior.onSender?.())),
    onRcptTo: ({ address }, _session, done) => done(refusal(sink.behavior.onRecipient?.(address))),
    onData(stream, session, reply) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          client: session.hostNameAppearsAs || '',
          raw: Buffer.concat(chunks).toString('latin1'),
        }
        const response = await sink.behavior.onMessage?.(mail)
        if (response === 'hang up') {
          messages.push(mail)
          return void hangUp(server, session.id)
        }
        if (!response) messages.push(mail)
        reply(refusal(response))
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(sink, {
    port,
    messages,
    url: (options = '') => `smtp://127.0.0.1:${port}/?tls=never${options && `&${options}`}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

function refusal(said: SinkRefusal | undefined): Error | null {
  return said ? Object.assign(new Error(said.text), { responseCode: said.code }) : null
}

/** Closes the connection without a reply, as if the server crashed. */
function hangUp(server: SMTPServer, session_id: string): void {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }
  for (const connection of connections) if (connection.id === session_id) connection._socket.destroy()
}
