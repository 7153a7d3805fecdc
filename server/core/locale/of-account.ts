import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { type Ctx, systemCtx } from '../context.ts'
import { localeFor } from './locales.ts'
import { inLocale } from './scope.ts'

/** Runs work with texts for subscribers and visitors, in the account's language for pages and emails. */
export const inLanguage = <T>({ language }: { language: string }, work: () => T): T =>
  inLocale(localeFor({ chosen: language }), work)

/**
 * Runs work in the language of an account that is not loaded. Without an account, such as on the page of an unknown link, it is English.
 */
export async function inLanguageOf<T>(
  owner: (Pick<Ctx, 'account_id'> & Partial<Pick<Ctx, 'sql'>>) | undefined,
  work: () => T,
): Promise<Awaited<T>> {
  const sql = owner && (owner.sql ?? systemCtx(owner.account_id).sql)
  const account = await sql?.one<{ language: string }>(`${ONE_PLAN}select language from account where id = $1`)
  return await inLanguage(account ?? { language: 'en' }, work)
}
