/** Length of the name in a public site's address. */
export const MIN_NAME_LENGTH = 3
export const MAX_NAME_LENGTH = 40

/** Layouts of the list of posts on a public site. The first is the one that a site has until another is chosen. */
export const SITE_LAYOUTS = ['magazine', 'newsletter', 'archive'] as const
export type SiteLayout = (typeof SITE_LAYOUTS)[number]
