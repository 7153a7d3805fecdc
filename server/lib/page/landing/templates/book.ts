import { footer, form, hero, list, pageOf, testimonial, text } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const book: LandingTemplate = {
  name: 'book',
  label: 'Book launch',
  purpose: 'Announce a book, and let readers in on the first chapter.',
  form: {
    heading: 'Read the first chapter now',
    description: 'And hear from me on the day the book is out.',
    button_label: 'Send me chapter one',
  },
  page: pageOf(
    { description: 'A novel about two sisters, a lighthouse and a summer of letters. Read the first chapter.' },
    [
      hero({
        layout: 'center',
        media: 'drawing',
        drawing: 'book',
        drawing_text: 'The Keeper’s Daughters',
        background: 'dark',
        eyebrow: 'A novel · In bookstores this autumn',
        heading: 'Two sisters, one lighthouse, and the summer they stopped talking',
        text: 'When the light on Skarn goes out for the first time in ninety years, Inga comes home to a sister who has not written in ten.',
        button_label: 'Read the first chapter',
      }),
      testimonial({
        heading: 'Early readers',
        items: [
          {
            quote: 'I missed my stop, twice. Tender, funny, and sharper than it first looks.',
            name: 'Nora Whitfield',
            role: 'Bookseller',
            picture_id: null,
          },
          {
            quote: 'A book about silence that never once goes quiet.',
            name: 'Samir Haddad',
            role: 'Author of “Low Tide”',
            picture_id: null,
          },
          {
            quote: 'The last forty pages are the best I have read this year.',
            name: 'Greta Molin',
            role: 'Book club host',
            picture_id: null,
          },
        ],
      }),
      text({
        background: 'tint',
        heading: 'From the first page',
        text: '*The light had never been off before, so nobody on the island knew what dark was.*\n\n*Inga saw it from the ferry: a gap in the horizon where something had always been. She thought of the phone she had not answered, and of the other one, the one that had not rung.*',
      }),
      list({ look: 'cards', heading: 'Order early, and get more' }, [
        ['A signed bookplate', 'By post, anywhere in the world, while they last.'],
        ['The lost letters', 'Twelve pages that I cut and still miss.'],
        ['An evening together', 'A reading online, only for early readers.'],
      ]),
      form({ background: 'accent', layout: 'beside' }),
      footer(),
    ],
  ),
}
