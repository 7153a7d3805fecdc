export type PoolMode = 'transaction' | 'session'

export interface PoolerOptions {
  mode: PoolMode
  /** Maximum number of concurrent PostgreSQL sessions. */
  most?: number | undefined
}

export interface Pooler {
  /** URL of the database through the pooler. */
  url: string
  close: () => Promise<void>
}
