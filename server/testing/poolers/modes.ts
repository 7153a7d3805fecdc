export type PoolMode = 'transaction' | 'session'

export interface Pooler {
  /** The address of the database through it. */
  url: string
  close: () => Promise<void>
}
