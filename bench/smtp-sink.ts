import net from 'node:net'

// A minimal SMTP server in a separate process, so the benchmark measures the sender.
// node bench/smtp-sink.ts prints its port, and for each line on its standard input the number of messages so far.

const END = Buffer.from('\r\n.\r\n')
let taken = 0

const server = net.createServer({ noDelay: true }, (socket) => {
  let line = ''
  /** The last bytes of the message so far, which may be the beginning of its end. Null outside of a message. */
  let tail: Buffer | null = null
  socket.on('error', () => undefined)
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: Buffer) => {
    let answers = ''
    let at = 0
    while (at < chunk.length) {
      if (tail) {
        const seen: Buffer = tail.length > 0 ? Buffer.concat([tail, chunk.subarray(at)]) : chunk.subarray(at)
        const end = seen.indexOf(END)
        if (end < 0) {
          tail = Buffer.from(seen.subarray(-(END.length - 1)))
          break
        }
        at += end + END.length - tail.length
        tail = null
        taken++
        answers += '250 2.0.0 Ok: queued as 4FqZ1k2x3Yz\r\n'
        continue
      }
      const end = chunk.indexOf(10, at)
      line += chunk.toString('latin1', at, end < 0 ? chunk.length : end + 1)
      if (end < 0) break
      at = end + 1
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
process.stdin.on('data', () => console.log(taken))
