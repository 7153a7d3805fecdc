import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens a creator’s website on another origin. */
export async function openSite() {
  let body = ''
  let head = ''
  const server = createServer((_, response) => {
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(`<!doctype html><html lang="en"><title>My site</title>${head}<main>${body}</main>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (html: string, in_head = '') => {
      body = html
      head = in_head
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
