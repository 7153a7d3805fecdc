import { type Filters, reachDatabaseThrough } from '../servers/database-proxy.ts'

/** One statement as it went over the wire. */
export interface LoggedStatement {
  /** Name of the prepared statement; empty for one that PostgreSQL parses each time. */
  name: string
  text: string
}

/** Statements that the server gets without having to answer first. */
export type RoundTrip = LoggedStatement[]

export interface StatementLog {
  /** Returns the round trips that `work` needs, in the order they begin. */
  record: (work: () => Promise<unknown>) => Promise<RoundTrip[]>
}

/**
 * The tests of this file reach the shared database through a proxy that reads PostgreSQL's protocol, over one connection, so what one
 * request leaves behind is done before the next. Run a request three times before you record it: a text is prepared when it is repeated.
 */
export function logStatements(): StatementLog {
  let recording: RoundTrip[] | undefined
  const log = (statement: LoggedStatement, isNewTrip: boolean) => {
    if (!recording) return
    if (isNewTrip || recording.length === 0) recording.push([])
    recording.at(-1)?.push(statement)
  }
  reachDatabaseThrough(() => logging(log), { max: 1 })
  return {
    record: async (work) => {
      recording = []
      await work()
      const trips = recording
      recording = undefined
      return trips
    },
  }
}

/**
 * Statements that a process runs for itself: whether it receives notifications, counts of other processes, and instance settings that a
 * test beside this one changed.
 */
const OF_THE_PROCESS = /pg_notify|into api_count|from instance_setting|from plan p order by/

/** Passes everything on, and logs what one connection asks. */
function logging(log: (statement: LoggedStatement, isNewTrip: boolean) => void): Filters {
  const prepared = new Map<string, string>()
  let isAnswered = true
  let isStanding = false
  const read = parser((type, body) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    const statement =
      type === 'Q'
        ? { name: '', text: first }
        : type === 'B'
          ? { name: second, text: prepared.get(second) ?? '' }
          : undefined
    // The persistent connection asks on its own account, at any time.
    isStanding ||= type === 'Q' && first.startsWith('listen ')
    if (!statement || isStanding || OF_THE_PROCESS.test(statement.text)) return
    log(statement, isAnswered)
    isAnswered = false
  })
  return {
    toServer: (bytes) => {
      read(bytes)
      return bytes
    },
    toClient: (bytes) => {
      isAnswered = true
      return bytes
    },
  }
}

/** Cuts what a client sends into messages. The first one, which opens the session, has no type. */
function parser(onMessage: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isOpen = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isOpen ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (isOpen) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length))
      isOpen = true
      rest = rest.subarray(length)
    }
  }
}
