import http from 'node:http'

// Repeatedly reads one address, in a separate process: url, key, requests, pause. Reports the duration of each request in milliseconds.

const [url = '', key = '', requests, pause] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const times: number[] = []
for (let at = 0; at < Number(requests); at++) {
  const started = performance.now()
  await read()
  times.push(performance.now() - started)
  await new Promise((resolve) => setTimeout(resolve, Number(pause)))
}
process.send?.(times)
agent.destroy()

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'X-Service-Api-Key': key } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    request.once('error', reject)
  })
}
