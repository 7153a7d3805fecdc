import { type Source, serviceCtx } from '../../../core/context.ts'
import { findOpenForm } from '../../forms/sign-up/sign-up.ts'
import { formPicture, formPictureUrl } from '../../forms/sign-up/social.ts'
import { drawSocialImage, rememberedPicture } from '../../media/social/draw.ts'
import { type SocialImage, socialFile } from '../../media/social/image.ts'
import { countAttempt } from '../../throttle/service.ts'
import { idOf, siteOf } from './serve.ts'
import { findSharedPost } from './site.ts'
import { postPicture, postPictureUrl, sitePicture, sitePictureUrl } from './social.ts'

/** An image that may be drawn, and its current URL. */
export interface SharedPicture {
  picture: SocialImage
  file: string
  url: string
}

const shared = (picture: SocialImage, url: string): SharedPicture => ({ picture, url, file: socialFile(picture) })

/** Returns the image of a public site; undefined without one. */
export async function findSitePicture(account: string): Promise<SharedPicture | undefined> {
  const site = await siteAt(account)
  return site && shared(sitePicture(site), sitePictureUrl(site))
}

/** Returns the image of a published post. */
export async function findPostPicture(account: string, post_id: string): Promise<SharedPicture | undefined> {
  const site = await siteAt(account)
  const id = idOf(post_id)
  const post = site && id !== undefined ? await findSharedPost({ ...site, id }) : undefined
  return site && post && shared(postPicture(site, post), postPictureUrl(site, post))
}

/** Returns the image of an open form or landing page. */
export async function findFormPicture(uid: string): Promise<SharedPicture | undefined> {
  const form = await findOpenForm(uid)
  return form && shared(formPicture(form), formPictureUrl(form))
}

/** Draws the image unless it is cached in this process. Throws rate_limited for a visitor who causes too much drawing, and unavailable. */
export async function openPicture({ picture, file }: SharedPicture, source: Source): Promise<Uint8Array<ArrayBuffer>> {
  const known = rememberedPicture(file)
  if (known) return known
  await countAttempt(serviceCtx(), { attempt: 'social_picture', source })
  return drawSocialImage(picture)
}

async function siteAt(account: string) {
  const account_id = idOf(account)
  return account_id === undefined ? undefined : siteOf(account_id)
}
