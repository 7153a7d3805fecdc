import { footer, form, hero, list, pageOf, testimonial } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const podcast: LandingTemplate = {
  name: 'podcast',
  label: 'Podcast',
  purpose: 'Turn listeners into subscribers, and show where to listen.',
  form: {
    heading: 'Never miss an episode',
    description: 'Notes, links and one thing that did not make the cut, every second Thursday.',
    button_label: 'Send me new episodes',
  },
  page: pageOf(
    { description: 'Conversations with people who changed direction. A new episode every second Thursday.' },
    [
      hero({
        layout: 'media_right',
        media: 'drawing',
        drawing: 'cover',
        drawing_text: 'Second Chapter',
        background: 'dark',
        eyebrow: 'The podcast',
        heading: 'What happens after you change your mind',
        text: 'Long, unhurried conversations with people who left a good thing for a better one: a surgeon who bakes, a banker who builds boats.',
        button_label: 'Get new episodes by email',
      }),
      list({ look: 'cards', heading: 'Start with these', background: 'plain' }, [
        ['Ep. 41: The surgeon who bakes', 'Twenty years of steady hands, and the morning she left. 52 min'],
        ['Ep. 38: Selling everything twice', 'He built a company, sold it, and bought it back. 47 min'],
        ['Ep. 35: A boat in the living room', 'On projects that are too large for the house. 61 min'],
      ]),
      list({ look: 'links', background: 'tint', heading: 'Listen where you like' }, [
        ['Apple Podcasts', '', 'https://podcasts.apple.com'],
        ['Spotify', '', 'https://open.spotify.com'],
        ['YouTube', '', 'https://www.youtube.com'],
      ]),
      testimonial({
        items: [
          {
            quote:
              'It feels like being the third person at the table. I have listened to every episode, some of them twice.',
            name: 'Tom Okafor',
            role: 'Listener since episode 3',
            picture_id: null,
          },
        ],
      }),
      form({ background: 'accent', layout: 'beside' }),
      footer({ text: 'Recorded in a spare bedroom with a very good microphone.' }),
    ],
  ),
}
