import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { settings } from './settings.ts'

/** A creator's account that has let this app in. A real app would encrypt the tokens. */
export interface Connection {
  account_id: number
  account_name: string
  access_token: string
  refresh_token: string
  /** Unix seconds. */
  expires_at: number
  /** Verifies what Envoi posts to `/hooks/<account>`. */
  webhook_secret?: string
  /** Token of Envoi’s requests to the automation nodes. */
  plugin_token?: string
  /** Likes of quotes, oldest first. */
  likes?: Like[]
}

/** A subscriber liked a quote. */
export interface Like {
  number: number
  email_address: string
  author: string
  /** ISO 8601, UTC. */
  at: string
}

const connections = new Map<number, Connection>(
  existsSync(settings.data_file)
    ? (JSON.parse(readFileSync(settings.data_file, 'utf8')) as Connection[]).map((one) => [one.account_id, one])
    : [],
)

export const findConnection = (account_id: number): Connection | undefined => connections.get(account_id)

export const findByPluginToken = (token: string): Connection | undefined =>
  [...connections.values()].find(({ plugin_token }) => plugin_token === token)

export function keepConnection(connection: Connection): void {
  connections.set(connection.account_id, connection)
  save()
}

export function dropConnection(account_id: number): void {
  connections.delete(account_id)
  save()
}

/** Writes to another file first and renames it, so a crash leaves the old file or the new one. */
function save(): void {
  writeFileSync(`${settings.data_file}.new`, JSON.stringify([...connections.values()], null, 2), { mode: 0o600 })
  renameSync(`${settings.data_file}.new`, settings.data_file)
}
