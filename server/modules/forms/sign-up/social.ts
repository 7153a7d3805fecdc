import { env } from '../../../env.ts'
import { type SocialPicture, socialFile } from '../../media/social/picture.ts'
import type { OpenForm } from './sign-up.ts'

/** What the picture of a shared link to a landing page shows. */
export const formPicture = ({ settings, account_name, style }: OpenForm): SocialPicture => ({
  title: settings.heading,
  name: account_name,
  address: new URL(env().PUBLIC_URL).host,
  style,
})

export const formPictureUrl = (form: OpenForm): string =>
  `${env().PUBLIC_URL}/og/f/${form.uid}/${socialFile(formPicture(form))}`
