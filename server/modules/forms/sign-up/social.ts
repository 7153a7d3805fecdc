import { env } from '../../../env.ts'
import { type SocialImage, socialFile } from '../../media/social/image.ts'
import type { OpenForm } from './sign-up.ts'

/** Returns the content of the image for a shared link to a landing page. */
export const formPicture = ({ settings, account_name, publisher: { style } }: OpenForm): SocialImage => ({
  title: settings.heading,
  name: account_name,
  byline: null,
  avatar_url: null,
  picture_url: null,
  address: new URL(env().PUBLIC_URL).host,
  style,
})

export const formPictureUrl = (form: OpenForm): string =>
  `${env().PUBLIC_URL}/og/f/${form.uid}/${socialFile(formPicture(form))}`
