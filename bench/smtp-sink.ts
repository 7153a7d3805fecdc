import net from 'node:net'

// A minimal SMTP server in a separate process, so the benchmark measures the sender.
// node bench/smtp-sink.ts prints its port.

const server = net.createServer({ noDelay: true }, (socket) => {
  let unread = ''
  let in_message = false
  socket.on('error', () => undefined)
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    let answers = ''
    for (;;) {
      const mark = in_message ? '\r\n.\r\n' : '\r\n'
      const end = unread.indexOf(mark)
      if (end < 0) break
      const verb = unread.slice(0, 4).toUpperCase()
      unread = unread.slice(end + mark.length)
      if (in_message) answers += '250 taken\r\n'
      else if (verb === 'EHLO') answers += '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
      else if (verb === 'DATA') answers += '354 continue\r\n'
      else answers += verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n'
      in_message = !in_message && verb === 'DATA'
    }
    if (answers) socket.write(answers)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as net.AddressInfo).port))
