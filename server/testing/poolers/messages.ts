/** A message of PostgreSQL's protocol. A client's first message, which opens the session, has no type. */
export interface Message {
  type: string
  body: Buffer
  bytes: Buffer
}

/** Splits a stream into messages. `opens`: the first message has no type. */
export function messageParser(opens: boolean, onMessage: (message: Message) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isOpening = opens
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isOpening ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = isOpening ? '' : String.fromCharCode(message[0] ?? 0)
      const body = message.subarray(head + 4)
      // A client that requests encryption sends a second opening message.
      if (isOpening) isOpening = body.readInt32BE(0) !== PROTOCOL
      onMessage({ type, body, bytes: message })
    }
  }
}

export const PROTOCOL = 196_608

export function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
