import { footer, form, hero, list, pageOf, testimonial, text } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const ebook: LandingTemplate = {
  name: 'ebook',
  label: 'Free guide',
  purpose: 'Give a guide, checklist or ebook to everyone who signs up.',
  form: {
    heading: 'Where should I send it?',
    description: 'The guide arrives in your inbox within a minute.',
    button_label: 'Send me the guide',
  },
  page: pageOf(
    { description: 'A free 28-page guide to a morning routine that lasts longer than a week.', promises_file: true },
    [
      hero({
        layout: 'media_left',
        media: 'drawing',
        drawing: 'book',
        drawing_text: 'The Quiet Morning',
        background: 'tint',
        eyebrow: 'Free guide · 28 pages',
        heading: 'Win back the first hour of your day',
        text: 'A short, practical guide to a morning that lasts longer than a week. No 5 a.m. alarms, no cold showers.',
        button_label: 'Get the free guide',
        note: 'PDF, for any screen. Also prints well.',
      }),
      list({ look: 'checks', heading: 'Inside the guide' }, [
        ['The two-minute start', 'Why the first thing you touch decides the next hour.'],
        ['Three mornings to copy', 'From a nurse, a novelist and a father of twins.'],
        ['The evening before', 'What to put where, so that you do not have to decide.'],
        ['A page to fill in', 'Plan your own first hour in fifteen minutes.'],
      ]),
      testimonial({
        background: 'tint',
        items: [
          {
            quote: 'I have read a shelf of books about habits. These 28 pages are the ones I use.',
            name: 'Elena Duarte',
            role: 'Teacher and weekend runner',
            picture_id: null,
          },
        ],
      }),
      text({
        align: 'center',
        heading: 'And after that?',
        text: 'About twice a month I send one small experiment for calmer days. If that is not for you, unsubscribe and keep the guide.',
      }),
      form({ background: 'accent' }),
      footer(),
    ],
  ),
}
