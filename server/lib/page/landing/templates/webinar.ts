import { footer, form, hero, list, pageOf, text } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const webinar: LandingTemplate = {
  name: 'webinar',
  label: 'Webinar or event',
  purpose: 'Fill the seats of a workshop, a webinar or a meetup.',
  form: {
    heading: 'Save your seat',
    description: 'We email you the link to join, and a reminder an hour before.',
    button_label: 'Save my seat',
    ask_first_name: true,
  },
  page: pageOf({ description: 'A free live workshop: price your work without guessing. 60 minutes, with questions.' }, [
    hero({
      layout: 'media_right',
      media: 'drawing',
      drawing: 'ticket',
      drawing_text: 'Thursday, 6 p.m.',
      background: 'accent',
      eyebrow: 'Free live workshop',
      heading: 'Price your work without guessing',
      text: 'Sixty minutes on the one number that freelancers avoid. Bring a real project, and leave with a price that you can defend.',
      button_label: 'Save my seat',
      note: 'Thursday at 6 p.m. on Zoom. With a recording for everyone who signs up.',
    }),
    list({ look: 'numbers', heading: 'What we do in an hour' }, [
      ['Find your floor', 'The price below which a project costs you money. Ten minutes, one sheet of paper.'],
      ['Price the result, not the hours', 'Three questions to ask before you name a number.'],
      ['Say it out loud', 'How to write the email, and what to answer to “that is too expensive”.'],
      ['Your questions', 'Twenty minutes, with as many real projects as fit.'],
    ]),
    text({
      background: 'tint',
      heading: 'Your host',
      text: 'I have sent more than six hundred quotes in twelve years, most of them too low. Since I started pricing this way, I work fewer hours for better clients.\n\n**This is not a sales pitch.** There is nothing to buy at the end.',
    }),
    list({ look: 'questions', heading: 'Before you sign up' }, [
      ['What if I cannot make it?', 'Sign up anyway. The recording arrives the next morning.'],
      ['Do I need to turn on my camera?', 'No. Most people listen and write in the chat.'],
      ['Is it really free?', 'Yes. You get the link, the worksheet and the recording.'],
    ]),
    form({ background: 'dark' }),
    footer(),
  ]),
}
