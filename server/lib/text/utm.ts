/** The campaign in an address's query; null for missing parameters. */
export interface Utm {
  source: string | null
  medium: string | null
  campaign: string | null
  term: string | null
  content: string | null
}

export const UTM_PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Returns all null for text that is not an absolute address (contract 18). The first value of a repeated parameter counts. */
export function utmOf(referrer: string | null | undefined): Utm {
  const query = referrer ? URL.parse(referrer)?.searchParams : undefined
  const part = (name: (typeof UTM_PARTS)[number]) => query?.get(`utm_${name}`)?.replaceAll('\0', '') || null
  return {
    source: part('source'),
    medium: part('medium'),
    campaign: part('campaign'),
    term: part('term'),
    content: part('content'),
  }
}
