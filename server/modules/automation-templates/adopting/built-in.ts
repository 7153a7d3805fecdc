import type { BuiltIn, OfferedTemplate, TemplateFilter } from '../adoption-schema.ts'
import { BUILT_IN } from '../adoption-schema.ts'
import { Content } from '../content-schema.ts'
import type { OfferedVersion } from '../directory.ts'
import { outlineOf } from '../outline.ts'
import { pictureOf } from '../picture-schema.ts'
import type { Label } from '../schema.ts'

// Our own templates. Creators have to finish their emails, so copies are not locked.

interface Template {
  name: string
  description: string
  labels: Label[]
  content: unknown
}

const DAY = 1_440
const DATE = { type: 'date' as const, choices: [] }
const email = (id: string, email_id: number, next: string | null) => ({
  id,
  kind: 'action',
  action: { type: 'send_email', email_id },
  next,
})
const tag = (id: string, tag_id: number, next: string | null = null) => ({
  id,
  kind: 'action',
  action: { type: 'add_tag', tag_id },
  next,
})
const wait = (id: string, days: number, next: string) => ({
  id,
  kind: 'wait',
  wait: { for: 'duration', minutes: days * DAY },
  next,
})
const text = (id: number, subject: string, ...paragraphs: string[]) => ({
  id,
  subject,
  preview_text: null,
  content: [`Hi {{ subscriber.first_name | default: "there" }},`, ...paragraphs]
    .map((line) => `<p>${line}</p>`)
    .join(''),
})

const TEMPLATES: Record<BuiltIn, Template> = {
  welcome: {
    name: 'Welcome series',
    description:
      'Three emails over five days for everyone who joins a form: who you are, your best work, and a question.',
    labels: ['onboarding'],
    content: {
      reentry: 'never',
      graph: {
        triggers: [{ id: 't', on: { type: 'form_joined' } }],
        first: 'a',
        steps: [
          email('a', 1, 'b'),
          wait('b', 2, 'c'),
          email('c', 2, 'd'),
          wait('d', 3, 'e'),
          email('e', 3, 'f'),
          tag('f', 1),
        ],
      },
      emails: [
        text(1, 'Welcome', 'Thank you for joining. [Say who you are, what you send, and how often.]'),
        text(2, 'A good place to start', 'New subscribers like these best: [link to three of your favorite pieces].'),
        text(3, 'A question for you', 'What are you working on right now? Reply to this email: I read every answer.'),
      ],
      needs: [{ kind: 'tag', id: 1, name: 'Welcomed' }],
    },
  },
  webinar: {
    name: 'Webinar reminder',
    description:
      'Reminds everyone with a webinar date the day before and on the day, and tags those who were reminded.',
    labels: ['launches', 'dates'],
    content: {
      reentry: 'after_leaving',
      graph: {
        triggers: [{ id: 't', on: { type: 'date_reached', custom_field_id: 1, offset_days: -1, at: '10:00' } }],
        first: 'a',
        steps: [email('a', 1, 'b'), wait('b', 1, 'c'), email('c', 2, 'd'), tag('d', 2)],
      },
      emails: [
        text(1, 'Tomorrow: our webinar', 'We start tomorrow at [time]. Here is your link: [link].'),
        text(2, 'Today: our webinar', 'We start today at [time]. Join here: [link].'),
      ],
      needs: [
        { kind: 'custom_field', id: 1, name: 'Webinar date', key: 'webinar_date', format: DATE },
        { kind: 'tag', id: 2, name: 'Webinar: reminded' },
      ],
    },
  },
  purchase: {
    name: 'Purchase follow-up',
    description:
      'Thanks everyone who buys something, helps them start a day later, and asks for feedback after two weeks.',
    labels: ['selling', 'feedback'],
    content: {
      reentry: 'after_leaving',
      graph: {
        triggers: [{ id: 't', on: { type: 'purchased' } }],
        first: 'a',
        steps: [
          tag('a', 1, 'b'),
          email('b', 1, 'c'),
          wait('c', 1, 'd'),
          email('d', 2, 'e'),
          wait('e', 13, 'f'),
          email('f', 3, null),
        ],
      },
      emails: [
        text(1, 'Thank you for your purchase', 'I am glad you chose it. [Say what happens next.]'),
        text(2, 'How to get the most out of it', 'Three things to try first: [list them].'),
        text(3, 'How is it going?', 'What do you like, and what is missing? Reply to this email and tell me.'),
      ],
      needs: [{ kind: 'tag', id: 1, name: 'Customer' }],
    },
  },
  re_engagement: {
    name: 'Re-engagement',
    description:
      'Asks subscribers who opened nothing for 90 days whether they want to stay, and tags those who do not answer.',
    labels: ['re_engagement'],
    content: {
      reentry: 'after_leaving',
      graph: {
        triggers: [{ id: 't', on: { type: 'segment_entered', segment_id: 1 } }],
        first: 'a',
        steps: [
          email('a', 1, 'b'),
          {
            id: 'b',
            kind: 'wait_for_event',
            events: [{ type: 'link_clicked' }],
            timeout_minutes: 7 * DAY,
            next: 'c',
            timed_out: 'd',
          },
          tag('c', 1),
          email('d', 2, 'e'),
          wait('e', 7, 'f'),
          tag('f', 2),
        ],
      },
      emails: [
        text(
          1,
          'Do you still want these emails?',
          'You have not opened one for a while. If you want to stay, click here: [link].',
        ),
        text(
          2,
          'One last time',
          'If you want to stay, click here: [link]. If not, unsubscribe below. No hard feelings.',
        ),
      ],
      needs: [
        { kind: 'tag', id: 1, name: 'Re-engaged' },
        { kind: 'tag', id: 2, name: 'Inactive' },
        {
          kind: 'segment',
          id: 1,
          name: 'Opened nothing for 90 days',
          definition: {
            all: [
              { type: 'sent', count_greater_than: 2, last_days: 90 },
              { type: 'opens', count_less_than: 1, last_days: 90 },
            ],
          },
        },
      ],
    },
  },
  birthday: {
    name: 'Birthday',
    description: 'Sends wishes, and a gift if you like, on the date in a custom field, each year again.',
    labels: ['dates'],
    content: {
      reentry: 'after_leaving',
      graph: {
        triggers: [
          {
            id: 't',
            on: { type: 'date_reached', custom_field_id: 1, at: '09:00', zone: 'subscriber', yearly: true },
          },
        ],
        first: 'a',
        steps: [email('a', 1, null)],
      },
      emails: [text(1, 'Happy birthday', 'Have a wonderful day. [Add a small gift, such as a discount code.]')],
      needs: [{ kind: 'custom_field', id: 1, name: 'Birthday', key: 'birthday', format: DATE }],
    },
  },
}

/** Returns one of our templates as a live version. */
export function builtIn(key: BuiltIn): OfferedVersion {
  const { name, description, labels, content } = TEMPLATES[key]
  const parsed = Content.parse(content)
  const stored = { account_id: 0, id: 0, version: 1, name, description, labels }
  return { ...stored, ...parsed, picture: pictureOf(parsed.graph, outlineOf(parsed)), app: null }
}

/** Returns our matching templates, in the order of the list. */
export function listBuiltIn({ search, label }: Pick<TemplateFilter, 'search' | 'label'>): OfferedTemplate[] {
  const words = search.toLowerCase().split(/\s+/)
  return BUILT_IN.flatMap((template) => {
    const { name, description, labels } = TEMPLATES[template]
    const texts = `${name} ${description}`.toLowerCase()
    if ((label && !labels.includes(label)) || !words.every((word) => texts.includes(word))) return []
    const content = Content.parse(TEMPLATES[template].content)
    const picture = pictureOf(content.graph, outlineOf(content))
    return [{ template, name, description, labels, picture, app: null }]
  })
}
