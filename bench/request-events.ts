import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import { setEnv } from '../server/env.ts'
import { makeSecret, sealSecret } from '../server/modules/webhooks/endpoints/secrets.ts'
import { SECRET_KEY } from './list-data.ts'

/** Listener of a case's events: none, a subscribed endpoint, or one whose deliveries the product's process makes while it serves requests. */
export type Events = 'none' | 'written' | 'delivered'

const TYPES = [
  'subscriber.created',
  'subscriber.activated',
  'subscriber.custom_field_value_updated',
  'subscriber.tag_added',
]

/** The endpoint of bench/requests.ts: a receiver in a separate process that answers 200. */
export class RequestEvents {
  readonly #client: pg.Client
  readonly #account_id: number
  readonly #product: ChildProcess
  readonly #sink = fork(path.join(import.meta.dirname, 'webhook-sink.ts'))
  readonly #port = once(this.#sink, 'message')
  /** Undefined at first, because a killed run leaves its endpoint. */
  #now: Events | undefined

  constructor(client: pg.Client, { account_id, product }: { account_id: number; product: ChildProcess }) {
    this.#client = client
    this.#account_id = account_id
    this.#product = product
    setEnv({ NODE_ENV: 'test', SECRET_KEY })
  }

  async use(events: Events): Promise<void> {
    if (events === this.#now) return
    await this.#leave()
    this.#now = events
    if (events === 'none') return
    await this.#client.query(
      `insert into webhook_endpoint (account_id, name, url, events, secret) values ($1, 'sink', $2, $3, $4)`,
      [this.#account_id, await this.#address(), TYPES, sealSecret(makeSecret())],
    )
    if (events === 'delivered') await this.#ask('deliver')
  }

  /** Ends the receiver. */
  async close(): Promise<void> {
    await this.use('none')
    this.#sink.kill()
  }

  async #leave(): Promise<void> {
    if (this.#now === 'delivered') await this.#ask('stop delivering')
    if (this.#now === 'none') return
    await this.#client.query('delete from webhook_endpoint where account_id = $1', [this.#account_id])
    await this.#client.query(
      'truncate webhook_outbox, webhook_event, webhook_attempt, webhook_delivery, webhook_queue, webhook_retry',
    )
  }

  async #ask(message: string): Promise<void> {
    this.#product.send(message)
    await once(this.#product, 'message')
  }

  async #address(): Promise<string> {
    const [{ port }] = await this.#port
    return `http://127.0.0.1:${port}/ok`
  }
}
