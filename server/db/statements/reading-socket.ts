import { Socket } from 'node:net'

const READ_BYTES = 65_536
const NOTHING = Buffer.alloc(0)

/**
 * Returns a socket that reuses one buffer for all reads, so data passed to a listener is valid until the listener returns. Otherwise Node
 * allocates 64 KB for each read, of which PostgreSQL fills 8. V8 counts that memory, and collected all garbage every 60 pages (decision 0006).
 */
export function readingSocket(): Socket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const callback = (size: number) => {
    const read = buffer.subarray(0, size)
    // There is no listener, or a copy waits for its file, so the stream keeps the bytes.
    if (!socket.readableFlowing || socket.readableLength > 0) return socket.push(Buffer.from(read))
    socket.emit('data', read)
    return true
  }
  const socket: Socket = new Socket({ onread: { buffer, callback } })
  // The stream assumes that it has been reading since its start. Only after this does it read on request.
  socket.on('pause', () => void socket.push(NOTHING))
  return socket
}
