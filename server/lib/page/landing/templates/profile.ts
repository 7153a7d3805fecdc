import { footer, form, hero, list, pageOf } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const profile: LandingTemplate = {
  name: 'profile',
  label: 'Link in bio',
  purpose: 'One address for all your links, with a sign-up that stays yours.',
  form: {
    heading: 'Letters, now and then',
    description: 'The things I do not post anywhere else.',
    button_label: 'Subscribe',
  },
  page: pageOf({ has_name: false, description: 'Everything I make, in one place.' }, [
    hero({
      layout: 'center',
      media: 'drawing',
      drawing: 'monogram',
      background: 'tint',
      heading: 'Hello, I’m glad you’re here',
      text: 'I draw, write and teach. Below is everything I make, in one place.',
    }),
    list({ look: 'links', background: 'tint' }, [
      ['The latest post', 'Why I draw with the wrong hand', 'https://example.com/latest'],
      ['Shop', 'Prints and sketchbooks', 'https://example.com/shop'],
      ['Online class', 'Draw what you see, in four evenings', 'https://example.com/class'],
      ['Instagram', '', 'https://www.instagram.com'],
      ['Write to me', '', 'mailto:hello@example.com'],
    ]),
    form({ background: 'accent' }),
    footer(),
  ]),
}
