import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { type Ctx, systemCtx } from '../context.ts'
import { localeFor } from './locales.ts'
import { inLocale } from './scope.ts'

/** Runs work whose texts are for subscribers and visitors, in the language that their account chose for its pages and emails. */
export const inLanguage = <T>({ language }: { language: string }, work: () => T): T =>
  inLocale(localeFor({ chosen: language }), work)

/**
 * The same for an account that is not loaded yet. Text without an account, such as the page of an unknown link, is in English.
 */
export async function inLanguageOf<T>(
  owner: (Pick<Ctx, 'account_id'> & Partial<Pick<Ctx, 'sql'>>) | undefined,
  work: () => T,
): Promise<Awaited<T>> {
  const sql = owner && (owner.sql ?? systemCtx(owner.account_id).sql)
  const account = await sql?.one<{ language: string }>(`${ONE_PLAN}select language from account where id = $1`)
  return await inLanguage(account ?? { language: 'en' }, work)
}
