import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/lib/net/free-port.ts'
import { PATIENCE } from '../../server/testing/patience.ts'
import { running } from './running.ts'

/** The sample app in examples/, started as in its README. */
export interface SampleApp {
  url: string
  /** The connected accounts. */
  connections: () => { account_id: number; account_name: string; access_token: string }[]
  /** Restarts the app with expired tokens. */
  age: () => Promise<void>
  stop: () => Promise<void>
}

/** Returns the app’s future URL, which is needed to register it. */
export const sampleUrl = async (): Promise<string> => `http://localhost:${await freePort()}`

export async function startSampleApp(
  url: string,
  { client_id, client_secret, plugin_secret }: { client_id: string; client_secret: string; plugin_secret: string },
): Promise<SampleApp> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-sample-'))
  const data_file = path.join(dir, 'data.json')
  const env = {
    ...process.env,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
    PLUGIN_SECRET: plugin_secret,
    ENVOI_URL: running()?.base_url,
    SAMPLE_URL: url,
    SAMPLE_PORT: new URL(url).port,
    SAMPLE_DATA: data_file,
  }
  const start = () =>
    spawn(process.execPath, ['examples/sample-app/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let child = start()
  // A failed test does not reach `stop`.
  process.once('exit', () => child.kill('SIGKILL'))
  await untilItAnswers(child, url)
  const connections = () => (existsSync(data_file) ? JSON.parse(readFileSync(data_file, 'utf8')) : [])
  const end = async () => {
    const closed = once(child, 'close')
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await closed
  }
  return {
    url,
    connections,
    age: async () => {
      await end()
      writeFileSync(data_file, JSON.stringify(connections().map((one: object) => ({ ...one, expires_at: 0 }))))
      child = start()
      await untilItAnswers(child, url)
    },
    stop: async () => {
      await end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE.timeout
  while (Date.now() < deadline && child.exitCode === null) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The sample app does not answer at ${url}`)
}
