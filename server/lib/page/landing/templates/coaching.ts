import { footer, form, hero, list, pageOf, testimonial } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const coaching: LandingTemplate = {
  name: 'coaching',
  label: 'Coaching',
  purpose: 'Show how you work, and start with a first conversation.',
  form: {
    heading: 'Let’s see if it fits',
    description: 'Leave your address. I write back within two days with three times for a call.',
    button_label: 'Ask for a first call',
    ask_first_name: true,
  },
  page: pageOf(
    { description: 'One-to-one coaching for people at a turning point. Start with a free 30-minute call.' },
    [
      hero({
        layout: 'media_left',
        media: 'drawing',
        drawing: 'hills',
        eyebrow: 'One-to-one coaching',
        heading: 'You know something has to change. Let’s find out what.',
        text: 'For people who have done well by everyone else’s measure, and want to choose the next ten years themselves.',
        button_label: 'Ask for a first call',
        note: '30 minutes, free, and no pitch.',
      }),
      list({ look: 'checks', background: 'tint', heading: 'You are in the right place if' }, [
        ['You are good at your job and tired of it.'],
        ['You have a decision that you keep putting off.'],
        ['You want someone on your side who does not need you to be fine.'],
        ['You would rather do one thing well than ten things fast.'],
      ]),
      list({ look: 'numbers', heading: 'How we work together' }, [
        ['A first call', 'We talk for half an hour. If it does not fit, I tell you, and suggest someone else.'],
        ['Six conversations', 'Every second week, an hour each, by video or on a walk.'],
        ['A plan you wrote yourself', 'Two pages. What you do, what you stop doing, and who knows about it.'],
      ]),
      testimonial({
        background: 'tint',
        items: [
          {
            quote: 'I came for a career plan. I left with a life that I do not need a holiday from.',
            name: 'Hannah Brandt',
            role: 'Former head of product',
            picture_id: null,
          },
        ],
      }),
      form({ background: 'dark', layout: 'beside' }),
      footer(),
    ],
  ),
}
