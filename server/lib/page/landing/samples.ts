import { footer, form, hero, list, picture, testimonial, text } from './blank.ts'
import type { Section } from './document.ts'

/** A section to add, with sample text. */
export interface SectionSample {
  label: string
  purpose: string
  section: Section
}

/** Sections that can be added to a page, in the order of the picker. */
export const SECTION_SAMPLES: readonly SectionSample[] = [
  {
    label: 'Hero with drawing',
    purpose: 'The promise of your page beside a drawing',
    section: hero({
      layout: 'media_right',
      media: 'drawing',
      drawing: 'envelope',
      eyebrow: 'New',
      heading: 'Say what changes for your visitors',
      text: 'One or two sentences about who this is for, and what they get.',
      button_label: 'Sign up',
      note: 'Free. Unsubscribe at any time.',
    }),
  },
  {
    label: 'Hero with image',
    purpose: 'The promise of your page beside an image',
    section: hero({
      layout: 'media_left',
      media: 'picture',
      heading: 'Show what you make',
      text: 'An image of your work says more than a paragraph.',
      button_label: 'Sign up',
    }),
  },
  {
    label: 'Hero with form',
    purpose: 'Sign up without scrolling',
    section: hero({
      layout: 'media_right',
      media: 'form',
      background: 'tint',
      heading: 'Everything at a glance',
      text: 'The form is beside your words, so the first screen is enough.',
    }),
  },
  {
    label: 'Centered hero',
    purpose: 'Large words in the middle',
    section: hero({
      layout: 'center',
      background: 'dark',
      heading: 'One sentence they will remember',
      text: 'And one that explains it.',
      button_label: 'Sign up',
    }),
  },
  {
    label: 'Hero over image',
    purpose: 'Words on an image as wide as the page',
    section: hero({ layout: 'behind', heading: 'A place, a mood, a promise', button_label: 'Sign up' }),
  },
  {
    label: 'Text',
    purpose: 'Paragraphs with bold words, links and lists',
    section: text({
      heading: 'Tell the story',
      text: 'Why you started, and what you learned.\n\nWrite as you talk. **Bold words** help those who skim, and a [link](https://example.com) shows the source.',
    }),
  },
  { label: 'Image', purpose: 'An image with a caption', section: picture({ caption: 'Where it was, and when' }) },
  {
    label: 'Check list',
    purpose: 'What is included',
    section: list({ look: 'checks', background: 'tint', heading: 'What you get' }, [
      ['The first thing', 'And why it matters.'],
      ['The second thing', 'And why it matters.'],
      ['The third thing', 'And why it matters.'],
      ['The fourth thing', 'And why it matters.'],
    ]),
  },
  {
    label: 'Steps',
    purpose: 'What happens, one after the other',
    section: list({ look: 'numbers', heading: 'How it works' }, [
      ['Sign up', 'It takes ten seconds.'],
      ['Confirm', 'One click in the email that we send.'],
      ['Enjoy', 'The first email arrives right after.'],
    ]),
  },
  {
    label: 'Cards',
    purpose: 'Up to six things, side by side',
    section: list({ look: 'cards', heading: 'Three reasons' }, [
      ['Short', 'Five minutes to read.'],
      ['Useful', 'Something to try each time.'],
      ['Honest', 'Also about what went wrong.'],
    ]),
  },
  {
    label: 'Questions',
    purpose: 'Answers that open with a click',
    section: list({ look: 'questions', heading: 'Questions' }, [
      ['How often do you write?', 'Once a week, on Sunday.'],
      ['Is it free?', 'Yes.'],
      ['Can I unsubscribe?', 'With one click, in every email.'],
    ]),
  },
  {
    label: 'Links',
    purpose: 'Buttons to your other places',
    section: list({ look: 'links' }, [
      ['My latest post', 'What I learned this month', 'https://example.com/latest'],
      ['Shop', '', 'https://example.com/shop'],
      ['Instagram', '', 'https://www.instagram.com'],
    ]),
  },
  {
    label: 'Testimonial',
    purpose: 'What others say',
    section: testimonial({
      background: 'tint',
      items: [
        { quote: 'The words of someone who was helped.', name: 'Their name', role: 'What they do', picture_id: null },
      ],
    }),
  },
  { label: 'Form', purpose: 'Where visitors sign up', section: form({ background: 'accent' }) },
  {
    label: 'Footer',
    purpose: 'A last line, and links',
    section: footer({ text: 'A last line', links: [{ label: 'Website', url: 'https://example.com' }] }),
  },
]
