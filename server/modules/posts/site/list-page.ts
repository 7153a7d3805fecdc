import { monthDayText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import type { FormSection } from '../../forms/sign-up/pages.ts'
import { withAllSizes } from '../../media/responsive.ts'
import {
  avatarOf,
  dateOf,
  hasBylineHeading,
  initialOf,
  listUrl,
  page,
  paidMark,
  postUrl,
  social,
  subscribeSection,
  summaryOf,
  topicList,
} from './pages.ts'
import { minutesText } from './post-page.ts'
import { minutesOf } from './post-text.ts'
import { isFirstPage, postsPerPage, type Site, type SitePost, type SiteSelection } from './site.ts'
import { sitePictureUrl } from './social.ts'

interface SiteList extends SiteSelection {
  topics: readonly string[]
  form: FormSection | undefined
}

/** Number of posts from which a site needs a search and its topics. */
const MIN_POSTS_TO_SEARCH = 8
/** Renders the list. `posts` contains one more than a page shows if there are older ones. */
export const sitePage = (site: Site, posts: readonly SitePost[], list: SiteList): Promise<string> =>
  withAllSizes(site, listOf(site, posts, list))

function listOf(site: Site, posts: readonly SitePost[], { topics, form, ...selection }: SiteList): string {
  const { before, topic, search } = selection
  const shown_posts = posts.slice(0, postsPerPage(site, selection))
  const last = shown_posts.at(-1)
  const isWhole = isFirstPage(selection)
  const title = search ? t`Search: ${search} · ${site.name}` : topic ? `${topic} · ${site.name}` : site.name
  const url = listUrl(site, { topic, before })
  const tools = (!isWhole || posts.length >= MIN_POSTS_TO_SEARCH) && toolsOf(site, topics, selection)
  const older = posts.length > shown_posts.length && last && listUrl(site, { ...selection, before: last.id })
  return page(site, {
    title,
    url,
    form,
    is_findable: search === undefined,
    is_home: isWhole,
    head: social({
      title,
      description: site.byline ?? site.bio ?? '',
      // The profile image is small and square.
      image: sitePictureUrl(site),
      alt: site.name,
      is_drawn: true,
      url,
      type: 'website',
    }),
    body: html`<div class="list ${site.layout}">${
      isWhole
        ? opening(site, form)
        : html`<h1>${search ? t`Posts with “${search}”` : (topic ?? t`Older posts`)}</h1>${tools}`
    }${
      shown_posts.length > 0
        ? LAYOUTS[site.layout](site, shown_posts, { has_first: isWhole, tools: isWhole && tools })
        : html`<p class="lede">${nothingFound(selection)}</p>`
    }${older && html`<p class="pages"><a class="more" rel="next" href="${older}">Older posts</a></p>`}${!isWhole && subscribeSection(form)}</div>`,
  })
}

function opening(site: Site, form: FormSection | undefined): Html {
  const isByline = hasBylineHeading(site)
  return html`<section class="opening"><div class="words">${avatarOf(site, 72)}<h1>${isByline ? site.byline : site.name}</h1>${
    !isByline && site.byline && html`<p class="lede">${site.byline}</p>`
  }${site.bio && html`<p class="bio">${site.bio}</p>`}</div>${subscribeSection(form)}</section>`
}

interface Shown {
  /** True if the first post is the latest of the site. */
  has_first: boolean
  tools: Html | false
}

/** Sets the latest post apart on the first page. */
const withFirst = (posts: readonly SitePost[], has_first: boolean) => ({
  first: has_first ? posts[0] : undefined,
  others: has_first ? posts.slice(1) : posts,
})

const LAYOUTS: Record<Site['layout'], (site: Site, posts: readonly SitePost[], shown: Shown) => Html> = {
  magazine: (site, posts, { has_first, tools }) => {
    const { first, others } = withFirst(posts, has_first)
    // Cards without pictures beside a few with one look as if something were missing.
    const has_pictures = others.filter(({ thumbnail_url }) => thumbnail_url).length * 2 >= others.length
    const size = others.length < 3 ? ['one', 'two'][others.length - 1] : 'many'
    return html`${first && html`<article class="first">${pictureOf(first, '(max-width: 800px) 100vw, 660px', { is_first: true })}${wordsOf(site, first, { is_first: true })}</article>`}${tools}${
      others.length > 0 &&
      html`<ul class="cards ${size}${!has_pictures && ' plain'}">${others.map(
        (post) =>
          html`<li>${has_pictures && (pictureOf(post, '(max-width: 640px) 100vw, 380px') ?? html`<div class="picture blank" aria-hidden="true">${initialOf(post.title)}</div>`)}${wordsOf(site, post)}</li>`,
      )}</ul>`
    }`
  },
  newsletter: (site, posts, { has_first, tools }) => {
    const { first, others } = withFirst(posts, has_first)
    return html`${first && html`<article class="first">${wordsOf(site, first, { is_first: true })}${pictureOf(first, '(max-width: 700px) 100vw, 640px', { is_first: true })}<p><a class="more" href="${postUrl(site, first)}">Read this post</a></p></article>`}${tools}<ul class="rows">${others.map(
      (post) => html`<li>${wordsOf(site, post)}${pictureOf(post, '112px')}</li>`,
    )}</ul>`
  },
  archive: (site, posts, { tools }) => {
    const yearOf = ({ published_at }: SitePost) =>
      published_at.toLocaleDateString('en', { year: 'numeric', timeZone: site.time_zone })
    const years = [...new Set(posts.map(yearOf))]
    return html`${tools}${years.map(
      (year) =>
        html`<section class="year"><h2>${year}</h2><ul>${posts
          .filter((post) => yearOf(post) === year)
          .map(
            (post) =>
              html`<li><time datetime="${post.published_at.toISOString()}">${monthDayText(post.published_at, site.time_zone)}</time><h3><a href="${postUrl(site, post)}">${post.title}</a>${post.is_paid && paidMark()}</h3></li>`,
          )}</ul></section>`,
    )}`
  },
}

const pictureOf = (post: SitePost, sizes: string, { is_first = false } = {}): Html | null =>
  post.thumbnail_url
    ? html`<div class="picture"><img src="${post.thumbnail_url}" alt="" sizes="${sizes}" ${is_first ? html`fetchpriority="high"` : html`loading="lazy"`}></div>`
    : null

const wordsOf = (site: Site, post: SitePost, { is_first = false } = {}): Html =>
  html`<div class="words">${is_first && topicList(site, post.topics.slice(0, 1))}<h2><a href="${postUrl(site, post)}">${post.title}</a></h2><p class="summary">${summaryOf(post)}</p><p class="meta">${is_first && html`${avatarOf(site, 24)}<strong>${site.name}</strong>`}${dateOf(site, post)}${
    post.is_paid ? paidMark() : html`<span>${minutesText({ minutes: minutesOf(post.content_html) })}</span>`
  }</p></div>`

const nothingFound = ({ search, topic, before }: SiteSelection) =>
  search
    ? t`No post contains these words. Try fewer or shorter ones.`
    : topic
      ? t`No post has this topic.`
      : before
        ? t`These are all posts.`
        : t`The first post will appear here.`

const toolsOf = (site: Site, topics: readonly string[], { search, topic }: SiteSelection): Html =>
  html`<div class="tools">${(topics.length > 1 || topic) && topicList(site, topics, topic)}<form method="get" action="${site.url}" role="search"><input type="search" name="q" value="${search}" placeholder="Search posts" aria-label="Search posts" maxlength="200"><button>Search</button></form></div>`
