import { env } from '../../../env.ts'
import { libraryFile, type SocialImage, socialFile } from '../../media/social/image.ts'
import type { Site, SitePost } from './site.ts'

// Images for shared links, drawn for pages without an image of their own. Their URLs are below /og.

export const sitePicture = ({ name, byline, image_url, url, style }: Site): SocialImage => ({
  title: null,
  name,
  byline,
  address: shown(url),
  avatar_url: libraryFile(image_url) ? image_url : null,
  picture_url: null,
  style,
})

/** A post with an image elsewhere is shared with that image. */
export const postPicture = (site: Site, { title, thumbnail_url }: SharedPost): SocialImage => ({
  ...sitePicture(site),
  title,
  byline: null,
  picture_url: libraryFile(thumbnail_url) ? thumbnail_url : null,
})

/** Returns whether the image for shared links is drawn. */
export const isDrawn = ({ thumbnail_url }: SharedPost): boolean =>
  !thumbnail_url || libraryFile(thumbnail_url) !== undefined

type SharedPost = Pick<SitePost, 'title' | 'thumbnail_url'>

export const sitePictureUrl = (site: Site): string =>
  `${env().PUBLIC_URL}/og/s/${site.account_id}/${socialFile(sitePicture(site))}`

export const postPictureUrl = (site: Site, post: SharedPost & Pick<SitePost, 'id'>): string =>
  `${env().PUBLIC_URL}/og/p/${site.account_id}/${post.id}/${socialFile(postPicture(site, post))}`

const shown = (url: string) => url.replace(/^https?:\/\//, '')
