import { type Filters, reachDatabaseThrough } from '../servers/database-proxy.ts'

/** One statement as sent to the server. */
export interface LoggedStatement {
  /** Name of the prepared statement; empty for a statement that PostgreSQL parses each time. */
  name: string
  text: string
}

/** Statements that the server receives without an answer in between. */
export type RoundTrip = LoggedStatement[]

export interface StatementLog {
  /** Returns the round trips of `work`, in the order of their start. */
  record: (work: () => Promise<unknown>) => Promise<RoundTrip[]>
}

/**
 * Connects this file's tests to the shared database through a proxy that reads PostgreSQL's protocol, over one connection, so the effects
 * of one request are complete before the next. Run a request three times before recording it, because repeated statements are prepared.
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
 * Statements that a process runs for itself: subscribing to notifications, counts of other processes, and instance settings changed by a
 * concurrent test.
 */
const OF_THE_PROCESS = /pg_notify|into api_count|from instance_setting|from plan p order by/

/** Passes everything on, and logs the statements of one connection. */
function logging(log: (statement: LoggedStatement, isNewTrip: boolean) => void): Filters {
  const prepared = new Map<string, string>()
  let isAnswered = true
  let isStanding = false
  const readBytes = parser((type, body) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    const statement =
      type === 'Q'
        ? { name: '', text: first }
        : type === 'B'
          ? { name: second, text: prepared.get(second) ?? '' }
          : undefined
    // The persistent connection sends statements of its own at any time.
    isStanding ||= type === 'Q' && first.startsWith('listen ')
    if (!statement || isStanding || OF_THE_PROCESS.test(statement.text)) return
    log(statement, isAnswered)
    isAnswered = false
  })
  return {
    toServer: (bytes) => {
      readBytes(bytes)
      return bytes
    },
    toClient: (bytes) => {
      isAnswered = true
      return bytes
    },
  }
}

/** Splits a client's bytes into messages. The first message, which opens the session, has no type. */
function parser(onMessage: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let buffered = Buffer.alloc(0)
  let isOpen = false
  return (bytes) => {
    buffered = Buffer.concat([buffered, bytes])
    for (;;) {
      const head = isOpen ? 1 : 0
      if (buffered.length < head + 4) return
      const length = head + buffered.readInt32BE(head)
      if (buffered.length < length) return
      if (isOpen) onMessage(String.fromCharCode(buffered[0] ?? 0), buffered.subarray(5, length))
      isOpen = true
      buffered = buffered.subarray(length)
    }
  }
}
