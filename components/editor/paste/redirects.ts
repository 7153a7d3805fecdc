/** Services that rewrite links of emails and pages to their own redirects, with the target in a parameter. */
const REDIRECTS: readonly { host: RegExp; path: RegExp; names: readonly string[] }[] = [
  { host: /^www\.google\.[a-z.]{2,6}$/, path: /^\/url$/, names: ['q', 'url'] },
  { host: /\.safelinks\.protection\.outlook\.(?:com|us|de|cn)$/, path: /^\//, names: ['url'] },
  { host: /^(?:l|lm)\.facebook\.com$/, path: /^\/l\.php$/, names: ['u'] },
  { host: /^l\.instagram\.com$/, path: /^\/$/, names: ['u'] },
  { host: /^www\.youtube\.com$/, path: /^\/redirect$/, names: ['q'] },
  { host: /^www\.linkedin\.com$/, path: /^\/redir\/redirect\/?$/, names: ['url'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, names: ['url'] },
  {
    host: /^(?:deref-gmx\.(?:net|com)|deref-web(?:-\d{2})?\.de|deref-mail\.com)$/,
    path: /\/dereferrer\/?$/,
    names: ['redirectUrl'],
  },
  { host: /^away\.vk\.com$|^vk\.com$/, path: /^\/away(?:\.php)?$/, names: ['to'] },
]

/** Returns the target of a rewritten link, because such links identify who copied them and may stop working. */
export function targetOf(href: string): string {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return href
  const { hostname, pathname, searchParams } = new URL(href)
  const found = REDIRECTS.find(({ host, path }) => host.test(hostname) && path.test(pathname))
  const target = found?.names.map((name) => searchParams.get(name)).find((value) => value !== null)
  return target && /^https?:/i.test(target) ? target : href
}
