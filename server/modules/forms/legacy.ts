import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { LegacyLandingPage, RecommendationsScript } from './schema.ts'

// Undocumented routes that the WordPress plugin calls at its start (contract 8.7.6 and 15).

/** Returns an empty list, because there are no legacy forms. */
export function listLegacyLandingPages(ctx: Ctx, paging: PageQuery): Promise<Page<LegacyLandingPage>> {
  return keysetPage<LegacyLandingPage>(ctx.sql, paging, {
    name: 'legacy_landing_pages',
    view: 't.id',
    from: 'form t',
    where: ['t.account_id = $1', 'false'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Throws not_found, because there are no legacy forms. */
export async function addToLandingPage(): Promise<never> {
  throw notFound()
}

/** Returns that there is no script: recommended creators appear on pages after a sign-up (decision 0102), not on other sites. */
export async function getRecommendationsScript(): Promise<RecommendationsScript> {
  return { enabled: false, embed_js: null }
}
