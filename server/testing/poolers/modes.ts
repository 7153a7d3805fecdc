export type PoolMode = 'transaction' | 'session'

export interface PoolerOptions {
  mode: PoolMode
  /** Sessions of PostgreSQL at the same time. */
  most?: number | undefined
}

export interface Pooler {
  /** The address of the database through it. */
  url: string
  close: () => Promise<void>
}
