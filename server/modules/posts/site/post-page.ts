import { t } from '../../../lib/locale/texts.ts'
import { type Html, html, trustedHtml } from '../../../lib/page/html.ts'
import type { FormSection } from '../../forms/sign-up/pages.ts'
import { withAllSizes } from '../../media/responsive.ts'
import { avatarOf, dateOf, page, postUrl, social, subscribeSection, summaryOf, topicList } from './pages.ts'
import { type LongText, preparedText } from './post-text.ts'
import type { NearPost, Site, SitePost } from './site.ts'
import { isDrawn, postPictureUrl } from './social.ts'

interface PostParts {
  form?: FormSection | undefined
  /** Replaces the rest of a paid post. */
  paywall?: Html | undefined
  /** Posts before and after it. */
  near?: readonly NearPost[]
}

/** Renders a post. Offers its images to browsers in several sizes. */
export const postPage = (site: Site, post: SitePost, parts: PostParts = {}): Promise<string> =>
  withAllSizes(site, articlePage(site, post, parts))

function articlePage(site: Site, post: SitePost, { form, paywall, near = [] }: PostParts): string {
  const url = postUrl(site, post)
  const text = preparedText(post.content_html)
  const [topic] = post.topics
  return page(site, {
    title: `${post.title} · ${site.name}`,
    url,
    form,
    head: [
      ...social({
        title: post.title,
        description: summaryOf(post),
        ...(isDrawn(post)
          ? { image: postPictureUrl(site, post), alt: post.title, is_drawn: true }
          : { image: post.thumbnail_url ?? '', alt: post.thumbnail_alt }),
        url,
        type: 'article',
      }),
      ['og:site_name', site.name],
      ['article:published_time', post.published_at.toISOString()],
      ['article:modified_time', post.updated_at.toISOString()],
      ['article:author', site.name],
      ...post.topics.map((name): [string, string] => ['article:tag', name]),
    ],
    body: html`<article class="post"><div class="opening">${topic && topicList(site, [topic])}<h1>${post.title}</h1>${
      post.description && html`<p class="lede">${post.description}</p>`
    }<div class="byline">${avatarOf(site, 44)}<p><strong>${site.name}</strong><span>${dateOf(site, post)}${
      // The time for the beginning of a paid post would mislead.
      !paywall && html`<span>${minutesText(text)}</span>`
    }</span></p>${shareLinks(url, post.title)}</div></div>${
      post.thumbnail_url &&
      html`<div class="cover"><img src="${post.thumbnail_url}" alt="${post.thumbnail_alt}" fetchpriority="high" sizes="(max-width: 1000px) 100vw, 960px"></div>`
    }${contents(text)}<div class="text">${trustedHtml(text.html)}</div>${paywall}${
      post.topics.length > 1 && topicList(site, post.topics)
    }</article>${subscribeSection(form)}${nearPosts(site, near)}`,
  })
}

export const minutesText = ({ minutes }: Pick<LongText, 'minutes'>): string => t`${minutes} min read`

const contents = ({ sections }: LongText) =>
  sections.length > 0 &&
  html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">In this post</h2><ol>${sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ol></nav>`

/** Returns links that share the post without a script. */
function shareLinks(url: string, title: string): Html {
  const of = (address: string, values: Record<string, string>) => `${address}?${new URLSearchParams(values)}`
  const places: [name: string, address: string][] = [
    [t`Email`, `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`],
    ['WhatsApp', of('https://wa.me/', { text: `${title} ${url}` })],
    ['Bluesky', of('https://bsky.app/intent/compose', { text: `${title} ${url}` })],
    ['LinkedIn', of('https://www.linkedin.com/sharing/share-offsite/', { url })],
    ['Facebook', of('https://www.facebook.com/sharer/sharer.php', { u: url })],
    ['X', of('https://x.com/intent/tweet', { text: title, url })],
  ]
  return html`<details class="share"><summary>Share</summary><ul>${places.map(
    ([name, address]) => html`<li><a href="${address}" rel="noopener nofollow">${name}</a></li>`,
  )}</ul></details>`
}

const nearPosts = (site: Site, near: readonly NearPost[]) =>
  near.length > 0 &&
  html`<nav class="near" aria-label="More posts">${near.map(
    (post) =>
      html`<a class="${post.is_newer ? 'newer' : 'older'}" rel="${post.is_newer ? 'prev' : 'next'}" href="${postUrl(site, post)}"><span>${post.is_newer ? t`Next post` : t`Previous post`}</span><strong>${post.title}</strong>${dateOf(site, post)}</a>`,
  )}</nav>`
