import { footer, form, hero, list, pageOf, testimonial } from '../blank.ts'
import type { LandingTemplate } from './template.ts'

export const course: LandingTemplate = {
  name: 'course',
  label: 'Course waitlist',
  purpose: 'Collect everyone who wants to know when the doors open.',
  form: {
    heading: 'Join the waitlist',
    description: 'You hear first, and you get the early price.',
    button_label: 'Save my place',
    ask_first_name: true,
  },
  page: pageOf({ description: 'A six-week course with live feedback. Join the waitlist for the early price.' }, [
    hero({
      layout: 'media_right',
      media: 'drawing',
      drawing: 'course',
      background: 'tint',
      eyebrow: 'Opens this spring',
      heading: 'From first sketch to a finished project in six weeks',
      text: 'A course for people who start a lot and finish too little. Small lessons, real deadlines, and feedback on every step.',
      button_label: 'Join the waitlist',
      note: 'The waitlist gets 20% off and a week’s head start.',
    }),
    list({ look: 'numbers', heading: 'What the six weeks look like' }, [
      ['Choose one idea', 'You bring three. We find the one that you can finish, and cut it to size.'],
      ['Make the ugly version', 'Two weeks of building in the open, with a check-in every few days.'],
      ['Get it seen', 'Show it to five people before it feels ready, and learn what to keep.'],
      ['Finish and publish', 'A launch day with the whole group, and a plan for the week after.'],
    ]),
    list({ look: 'checks', background: 'tint', heading: 'What is included' }, [
      ['24 short lessons', 'Ten minutes each, yours to keep.'],
      ['Weekly live sessions', 'Recorded, if you cannot be there.'],
      ['Feedback from me', 'On every assignment, in writing.'],
      ['A group of thirty', 'Small enough that everyone knows your project.'],
    ]),
    testimonial({
      heading: 'From the last group',
      items: [
        {
          quote: 'I had been “almost done” for two years. The deadlines did what willpower never did.',
          name: 'Jonas Weber',
          role: 'Finished his first zine',
          picture_id: null,
        },
        {
          quote: 'The feedback alone was worth the price. Kind, specific, and always on time.',
          name: 'Priya Raman',
          role: 'Launched a pattern shop',
          picture_id: null,
        },
      ],
    }),
    form({ background: 'dark', layout: 'beside' }),
    list({ look: 'questions', heading: 'Questions' }, [
      [
        'When does the course start?',
        'The doors open in spring. Everyone on the waitlist gets the exact date by email, a week before anyone else.',
      ],
      [
        'How much time do I need?',
        'About four hours a week. One for lessons, one for the live session, two for your project.',
      ],
      [
        'Does joining the waitlist commit me to anything?',
        'No. You get emails about the course, and you can leave at any time.',
      ],
    ]),
    footer(),
  ]),
}
