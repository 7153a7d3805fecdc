// The other mail servers of bench/reports.ts: reads a line with the messages as JSON, reports that it is ready, and sends them when the input
// ends.
//   node bench/report-client.ts <port>
import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'

const CONNECTIONS = 8
const port = Number(process.argv[2])

const input = createInterface({ input: process.stdin })
const input_end = once(input, 'close')
const given = JSON.parse(String((await once(input, 'line'))[0])) as [recipient: string, base64: string][]
const queue = given.map(([recipient, base64]) => ({
  envelope: `MAIL FROM:<>\r\nRCPT TO:<${recipient}>\r\nDATA\r\n`,
  raw: Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from('\r\n.\r\n')]),
}))
console.log('ready')
await input_end
await Promise.all(Array.from({ length: CONNECTIONS }, postAll))

/** Sends messages one by one on a connection, with the envelope in one write. */
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
    for (let replies = 0; replies < count; ) {
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
      replies++
    }
  }
  await answers(1)
  socket.write('EHLO bench\r\n')
  await answers(1)
  for (let message = queue.pop(); message; message = queue.pop()) {
    socket.write(message.envelope)
    await answers(3)
    socket.write(message.raw)
    await answers(1)
  }
  socket.end('QUIT\r\n')
}
