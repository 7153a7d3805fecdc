/** A message of PostgreSQL's protocol. A client's first message, which opens the session, has no type. */
export interface Message {
  type: string
  body: Buffer
  bytes: Buffer
}

/** Splits a stream into messages. `opens`: the first message has no type. */
export function messageParser(opens: boolean, onMessage: (message: Message) => void): (bytes: Buffer) => void {
  let buffered = Buffer.alloc(0)
  let isOpening = opens
  return (bytes) => {
    buffered = Buffer.concat([buffered, bytes])
    for (;;) {
      const head = isOpening ? 0 : 1
      if (buffered.length < head + 4) return
      const length = head + buffered.readInt32BE(head)
      if (buffered.length < length) return
      const message = buffered.subarray(0, length)
      buffered = buffered.subarray(length)
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
