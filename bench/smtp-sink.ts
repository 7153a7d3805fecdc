import net from 'node:net'

// A minimal SMTP server in a separate process, so the benchmark measures the sender.
// node bench/smtp-sink.ts prints its port, and for each line on its standard input the number of messages so far.

const END = Buffer.from('\r\n.\r\n')
let message_count = 0

const server = net.createServer({ noDelay: true }, (socket) => {
  let line = ''
  /** The last bytes received of the message, which may be the beginning of its end marker. Null outside of a message. */
  let tail: Buffer | null = null
  socket.on('error', () => undefined)
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: Buffer) => {
    let answers = ''
    let position = 0
    while (position < chunk.length) {
      if (tail) {
        const seen: Buffer =
          tail.length > 0 ? Buffer.concat([tail, chunk.subarray(position)]) : chunk.subarray(position)
        const end = seen.indexOf(END)
        if (end < 0) {
          tail = Buffer.from(seen.subarray(-(END.length - 1)))
          break
        }
        position += end + END.length - tail.length
        tail = null
        message_count++
        answers += '250 2.0.0 Ok: queued as 4FqZ1k2x3Yz\r\n'
        continue
      }
      const end = chunk.indexOf(10, position)
      line += chunk.toString('latin1', position, end < 0 ? chunk.length : end + 1)
      if (end < 0) break
      position = end + 1
      const verb = line.slice(0, 4).toUpperCase()
      line = ''
      if (verb === 'DATA') {
        tail = Buffer.from('\r\n')
        answers += '354 continue\r\n'
      } else if (verb === 'EHLO') answers += '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
      else answers += verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n'
    }
    if (answers) socket.write(answers)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as net.AddressInfo).port))
process.stdin.on('data', () => console.log(message_count))
