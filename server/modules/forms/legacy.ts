import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page.ts'
import type { LegacyLandingPage, RecommendationsScript } from './schema.ts'

// Routes that no documentation names and that the WordPress plugin calls when it starts: contract 8.7.6 and 15.

/** Always empty: there has been one generation of forms here. */
export function listLegacyLandingPages(ctx: Ctx, paging: PageQuery): Promise<Page<LegacyLandingPage>> {
  return keysetPage<LegacyLandingPage>(
    ctx.sql,
    {
      name: 'legacy_landing_pages',
      view: 't.id',
      from: 'form t',
      where: ['t.account_id = $1', 'false'],
      values: [],
      order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
    },
    paging,
  )
}

/** No id is that of a legacy form. */
export async function addToLandingPage(): Promise<never> {
  throw notFound()
}

/** Creators recommending each other is not part of the service. */
export async function getRecommendationsScript(): Promise<RecommendationsScript> {
  return { enabled: false, embed_js: null }
}
