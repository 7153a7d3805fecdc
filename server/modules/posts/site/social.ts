import { env } from '../../../env.ts'
import { type SocialImage, socialFile } from '../../media/social/image.ts'
import type { Site, SitePost } from './site.ts'

// Images for shared links, drawn for pages without an image of their own. Their URLs are below /og.

export const sitePicture = ({ name, url, style }: Site): SocialImage => ({
  title: null,
  name,
  address: shown(url),
  style,
})

export const postPicture = (site: Site, { title }: Pick<SitePost, 'title'>): SocialImage => ({
  ...sitePicture(site),
  title,
})

export const sitePictureUrl = (site: Site): string =>
  `${env().PUBLIC_URL}/og/s/${site.account_id}/${socialFile(sitePicture(site))}`

export const postPictureUrl = (site: Site, post: Pick<SitePost, 'id' | 'title'>): string =>
  `${env().PUBLIC_URL}/og/p/${site.account_id}/${post.id}/${socialFile(postPicture(site, post))}`

const shown = (url: string) => url.replace(/^https?:\/\//, '')
