// The other mail servers of bench/reports.ts: reads a line with the messages as JSON, says that it is ready, and sends them when the
// input ends.
//   node bench/report-client.ts <port>
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'

const CONNECTIONS = 8
const port = Number(process.argv[2])

const input = createInterface({ input: process.stdin })
const ended = once(input, 'close')
const given = JSON.parse(String((await once(input, 'line'))[0])) as [recipient: string, base64: string][]
const waiting = given.map(([recipient, base64]) => ({
  envelope: `MAIL FROM:<>\r\nRCPT TO:<${recipient}>\r\nDATA\r\n`,
  raw: Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from('\r\n.\r\n')]),
}))
console.log('ready')
await ended
await Promise.all(Array.from({ length: CONNECTIONS }, postAll))

/** Sends messages one after the other on a connection, with the envelope in one write. */
async function postAll(): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let text = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    wake()
  })
  const answers = async (count: number) => {
    for (let found = 0; found < count; ) {
      const end = text.indexOf('\r\n')
      if (end < 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      if (line[3] === '-') continue
      if (!/^[23]/.test(line)) throw new Error(line)
      found++
    }
  }
  await answers(1)
  socket.write('EHLO bench\r\n')
  await answers(1)
  for (let message = waiting.pop(); message; message = waiting.pop()) {
    socket.write(message.envelope)
    await answers(3)
    socket.write(message.raw)
    await answers(1)
  }
  socket.end('QUIT\r\n')
}
