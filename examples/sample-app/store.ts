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
}

const connections = new Map<number, Connection>(
  existsSync(settings.data_file)
    ? (JSON.parse(readFileSync(settings.data_file, 'utf8')) as Connection[]).map((one) => [one.account_id, one])
    : [],
)

export const findConnection = (account_id: number): Connection | undefined => connections.get(account_id)

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
