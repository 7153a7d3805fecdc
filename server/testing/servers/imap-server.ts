import net from 'node:net'
import { onTestFinished } from 'vitest'

export interface ImapServer {
  port: number
  folders: Map<string, { uid: number; raw: Buffer }[]>
  /** Number of sign-ins since the start. */
  readonly sessions: number
  readonly connections: number
  /** All received commands, without their arguments. */
  commands: string[]
  deliver: (raw: Buffer) => void
  /** Ends all connections, like a restart of the server. */
  disconnect: () => void
}

/** Implements the parts of IMAP4rev1 (RFC 3501) with MOVE (RFC 6851) needed to read a mailbox. Password: `secret`. */
export async function openImapServer({ before_move }: { before_move?: () => boolean } = {}): Promise<ImapServer> {
  const folders: ImapServer['folders'] = new Map([['INBOX', []]])
  const sockets = new Set<net.Socket>()
  const commands: string[] = []
  let sessions = 0
  let connections = 0
  let next_uid = 1
  const server = net.createServer((socket) => {
    sockets.add(socket)
    connections++
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1 MOVE] ready\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        answer(text.slice(0, end))
        text = text.slice(end + 2)
      }
    })
    const selected = () => folders.get('INBOX') ?? []
    const answer = (line: string) => {
      const [tag = '', first = '', ...parameters] = line.split(' ')
      const command = first.toUpperCase() === 'UID' ? `UID ${parameters.shift()?.toUpperCase()}` : first.toUpperCase()
      commands.push(command)
      const ok = (text = 'done') => socket.write(`${tag} OK ${text}\r\n`)
      const wantedUids = () => new Set((parameters[0] ?? '').split(',').flatMap(range))
      const name = () => (parameters[0] ?? '').replaceAll('"', '')
      switch (command) {
        case 'CAPABILITY':
          socket.write('* CAPABILITY IMAP4rev1 MOVE\r\n')
          return ok()
        case 'LOGIN':
          if (!parameters.join(' ').includes('secret'))
            return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong password\r\n`)
          sessions++
          return ok()
        case 'LIST':
        case 'LSUB':
          // Without a name, the client asks for the delimiter.
          if (parameters.at(-1) === '""') {
            socket.write(`* LIST (\\Noselect) "/" ""\r\n`)
            return ok()
          }
          for (const folder of folders.keys()) socket.write(`* ${command} (\\HasNoChildren) "/" "${folder}"\r\n`)
          return ok()
        case 'CREATE':
          folders.set(name(), [])
          return ok()
        case 'SELECT':
        case 'EXAMINE':
          socket.write(
            `* FLAGS (\\Seen \\Deleted)\r\n* ${selected().length} EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] ok\r\n`,
          )
          socket.write(`* OK [UIDNEXT ${next_uid}] ok\r\n`)
          return ok('[READ-WRITE] selected')
        case 'UID SEARCH':
          socket.write(
            `* SEARCH${selected()
              .map(({ uid }) => ` ${uid}`)
              .join('')}\r\n`,
          )
          return ok()
        case 'UID FETCH':
          for (const [at, { uid, raw }] of selected().entries()) {
            if (!wantedUids().has(uid)) continue
            const item = parameters.join(' ').includes('<0.') ? 'BODY[]<0>' : 'BODY[]'
            socket.write(`* ${at + 1} FETCH (UID ${uid} ${item} {${raw.length}}\r\n`)
            socket.write(raw)
            socket.write(')\r\n')
          }
          return ok()
        case 'UID MOVE': {
          if (before_move?.() === false) return socket.destroy()
          const uids = wantedUids()
          const moved = selected().filter(({ uid }) => uids.has(uid))
          folders.get('Processed')?.push(...moved)
          for (const { uid } of moved)
            socket.write(`* ${selected().findIndex((one) => one.uid === uid) + 1} EXPUNGE\r\n`)
          folders.set(
            'INBOX',
            selected().filter(({ uid }) => !uids.has(uid)),
          )
          return ok()
        }
        default:
          return ok()
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    folders,
    commands,
    get connections() {
      return connections
    },
    get sessions() {
      return sessions
    },
    deliver: (raw) => folders.get('INBOX')?.push({ uid: next_uid++, raw }),
    disconnect: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Parses `3`, `1:4` or `2:*`. */
function range(text: string): number[] {
  const [from = 0, to = from] = text.split(':').map((one) => (one === '*' ? 10_000 : Number(one)))
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
