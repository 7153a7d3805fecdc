import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { type Locale, provideLocale } from '../../lib/locale/current.ts'

const scopes = processSingleton('locales of requests', () => {
  const storage = new AsyncLocalStorage<Locale>()
  provideLocale(() => storage.getStore())
  return storage
})

/** Runs work with texts, numbers and dates in this locale: a request's pages, or the email to a member. */
export const inLocale = <T>(locale: Locale, work: () => T): T => scopes.run(locale, work)
