// A process that builds the pages of a folder and serves them like the product's pages. Reports the steps of the build, and its port once
// it serves.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from '../../build/build.ts'
import { openPages } from '../../http/pages.ts'
import './keep-compiled.ts'

const [root = ''] = process.argv.slice(2)
process.chdir(root)
const dir = await build({ root, onStep: (step) => process.send?.({ step }) })
const pages = await openPages({ root, build: dir, port: 0, host: '127.0.0.1' })
const server = createServer(pages.answer)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
