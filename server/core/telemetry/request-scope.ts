import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

/** Fields in every log line of a request. */
export interface RequestScope {
  request_id: string
  /** Set once the caller's credential or session is known. */
  account_id?: number
}

const scopes = processSingleton('request scopes', () => new AsyncLocalStorage<RequestScope>())

/** Runs a request's work. Its log lines have the request's id, and the account once known. */
export const inRequest = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work)

/** Returns the current request, or undefined in jobs and commands. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore()

/** Records the account of the current request. */
export function noteAccount(account_id: number): void {
  const scope = scopes.getStore()
  if (scope) scope.account_id = account_id
}
