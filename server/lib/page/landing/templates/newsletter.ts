import { footer, form, hero, list, pageOf, testimonial, text } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const newsletter: LandingTemplate = {
  name: 'newsletter',
  label: 'Newsletter',
  purpose: 'Say what you write about, and why it is worth an email.',
  form: {
    heading: 'Get the next letter',
    description: 'It goes out on Sunday morning.',
    button_label: 'Subscribe for free',
  },
  page: pageOf({ description: 'A letter every Sunday about making good work without burning out.' }, [
    hero({
      layout: 'media_right',
      media: 'drawing',
      drawing: 'envelope',
      eyebrow: 'Every Sunday morning',
      heading: 'One good idea a week, for people who make things',
      text: 'A five-minute letter on doing work you are proud of: what I tried, what failed, and what I would do again.',
      button_label: 'Get the letter',
      note: 'Free. No spam. Unsubscribe with one click.',
    }),
    list({ look: 'cards', background: 'tint', heading: 'What you get each week' }, [
      ['One idea, worked out', 'Not a list of links. One thought, with the example that made me believe it.'],
      ['A look behind the work', 'Drafts, numbers and wrong turns from my own projects.'],
      ['Something to try', 'A small exercise that takes less than ten minutes.'],
    ]),
    testimonial({
      items: [
        {
          quote: 'The only newsletter I read on the day it arrives. Short, honest, and never a waste of my time.',
          name: 'Maya Lindqvist',
          role: 'Illustrator',
          picture_id: null,
        },
      ],
    }),
    text({
      background: 'tint',
      heading: 'Who writes this',
      text: 'I have been making things for a living for eleven years, first in agencies, now on my own.\n\nI write this letter because I wish someone had sent it to me: *less advice, more evidence*. Replies go straight to me, and I answer them.',
    }),
    form({ background: 'accent' }),
    footer({ text: 'Written at a kitchen table. Sent on Sundays.' }),
  ]),
}
