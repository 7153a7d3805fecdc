import { Graph, type Reentry } from '../../modules/automations/graph-schema.ts'
import type { SampleEmail } from './sample-emails.ts'

// Automations and rules of Nora, the demo's creator.

const HELLO = '<p>Hello {{ subscriber.first_name | default: "friend" }},</p>'
const SIGNED = '<p>With clay under my nails,<br>Nora</p>'
const SITE = 'https://studio-north.example'

export interface SampleAutomation {
  name: string
  kind: 'visual' | 'rule'
  reentry: Reentry
}

/** Returns the id of an object that a step uses, by its name. */
export type IdOf = (name: string) => number

const tag = (id: string, action: 'add_tag' | 'remove_tag', tag_id: number, next: string | null) => ({
  id,
  kind: 'action',
  next,
  action: { type: action, tag_id },
})
const email = (id: string, email_id: number, next: string | null) => ({
  id,
  kind: 'action',
  next,
  action: { type: 'send_email', email_id },
})
const days = (id: string, count: number, next: string | null) => ({
  id,
  kind: 'wait',
  next,
  wait: { for: 'duration', minutes: count * 1440 },
})
const hasTag = (tag_id: number) => ({
  all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag_id] }] }],
  counting_mode: 'raw',
})

export const WORKSHOP: SampleAutomation = { name: 'After the wheel workshop', kind: 'visual', reentry: 'never' }

export const WORKSHOP_EMAILS = {
  kiln: {
    subject: 'Your bowl goes into the kiln on Friday',
    preview_text: 'What happens to it now, and when you can pick it up.',
    appeal: 1.4,
    content: `${HELLO}
<p>Your bowl is drying on the top shelf, beside the window. On Friday it goes into the first firing, and two weeks later it is ready.</p>
<h2>Until then</h2>
<p>Have a look at <a href="${SITE}/glazes">the nine glazes</a> and tell us which one you want. If you cannot choose, take the ash glaze. No one has ever brought it back.</p>
${SIGNED}`,
  },
  both: {
    subject: 'You have done both workshops. What now?',
    preview_text: 'Ten visits, your own shelf, and a key to the drying room.',
    appeal: 1.2,
    content: `${HELLO}
<p>You can throw and you can glaze, so you do not need us at your shoulder any more. <a href="${SITE}/membership">Ten visits</a> give you a wheel, a shelf and all the tea you can drink.</p>
${SIGNED}`,
  },
  evening: {
    subject: 'The glazing evening, for everyone with a bowl',
    preview_text: 'Six places, nine glazes, one Thursday.',
    content: `${HELLO}
<p>A bowl without a glaze is a flower pot. On the next glazing evening you pour, dip and brush until yours is something else.</p>
<p><a href="${SITE}/workshops/glazing">Book one of six places</a>. Bring the bowl and an apron.</p>
${SIGNED}`,
  },
  question: {
    subject: 'Which glaze is yours?',
    preview_text: 'Answer with one word, and I will tell you what it does.',
    appeal: 1.15,
    content: `${HELLO}
<p>Ash, iron, celadon or white? Your bowl is waiting for an answer. If you want to find out with your own hands, <a href="${SITE}/workshops/glazing">the glazing evening</a> has six places.</p>
${SIGNED}`,
  },
} satisfies Record<string, SampleEmail>

type EmailIds<Emails> = Record<keyof Emails, number>

/** The first version waits for a booking without a limit. The current one asks twice and stops. */
export function workshopGraph(
  version: 1 | 2,
  idOf: IdOf,
  emails: EmailIds<typeof WORKSHOP_EMAILS>,
): ReturnType<typeof Graph.parse> {
  const glazing = idOf('Workshop: glazing')
  const booked = [{ type: 'tag_added', tag_id: glazing }]
  const head = [
    email('kiln', emails.kiln, 'rest'),
    days('rest', 4, 'both'),
    { id: 'both', kind: 'condition', filter: hasTag(glazing), yes: 'thanks', no: version === 1 ? 'ask' : 'test' },
    email('thanks', emails.both, null),
  ]
  const waiting_list = tag('later', 'add_tag', idOf('Waiting list: kiln course'), null)
  const first = [
    email('ask', emails.evening, 'booked'),
    { id: 'booked', kind: 'wait_for_event', events: booked, timeout_minutes: null, next: 'later' },
    waiting_list,
  ]
  const second = [
    {
      id: 'test',
      kind: 'random_split',
      note: 'Does a question get more bookings than an offer?',
      branches: [
        { id: 'offer', label: 'Offer', percent: 50, next: 'ask' },
        { id: 'question', label: 'Question', percent: 50, next: 'wonder' },
      ],
    },
    email('ask', emails.evening, 'soon'),
    email('wonder', emails.question, 'soon'),
    {
      id: 'soon',
      kind: 'wait_for_event',
      events: booked,
      timeout_minutes: 14 * 1440,
      next: 'later',
      timed_out: null,
    },
    waiting_list,
  ]
  return Graph.parse({
    triggers: [{ id: 'wheel', on: { type: 'tag_added', tag_id: idOf('Workshop: wheel throwing') } }],
    first: 'kiln',
    steps: [...head, ...(version === 1 ? first : second)],
  })
}

export const ORDER: SampleAutomation = { name: 'Thank you for your order', kind: 'visual', reentry: 'after_leaving' }

export const ORDER_EMAILS = {
  packed: {
    subject: 'Your pots are packed in straw',
    preview_text: 'They leave Oslo tomorrow morning.',
    appeal: 1.5,
    content: `${HELLO}
<p>Everything you ordered is packed in straw from a farm in Hadeland. Keep the straw: <a href="${SITE}/notes/straw">the hens like it</a>, and so do strawberries.</p>
${SIGNED}`,
  },
  care: {
    subject: 'How to care for stoneware',
    preview_text: 'Dishwasher yes, freezer to oven no.',
    appeal: 1.2,
    content: `${HELLO}
<p>Stoneware is fired at 1,260 degrees, so your dishwasher does not impress it. A sudden change does. <a href="${SITE}/notes/care">Three things to know</a>, and then you can forget them for twenty years.</p>
${SIGNED}`,
  },
  review: {
    subject: 'Was anything crooked?',
    preview_text: 'Then it was meant to be. Tell us anyway.',
    content: `${HELLO}
<p>If a piece makes you unhappy, <a href="${SITE}/returns">send it back</a>. If it makes you happy, send a photo of it at breakfast.</p>
${SIGNED}`,
  },
} satisfies Record<string, SampleEmail>

/**
 * Nora deleted the VIP tag, so these subscribers are held until she chooses another. The draft has one more email than the published
 * version.
 */
export function orderGraph(
  state: 'published' | 'draft',
  idOf: IdOf,
  emails: EmailIds<typeof ORDER_EMAILS>,
): ReturnType<typeof Graph.parse> {
  const more = state === 'draft' ? [days('month', 30, 'review'), email('review', emails.review, null)] : []
  return Graph.parse({
    triggers: [{ id: 'shop', on: { type: 'tag_added', tag_id: idOf('Shop customer') } }],
    first: 'packed',
    steps: [
      email('packed', emails.packed, 'week'),
      days('week', 7, 'care'),
      email('care', emails.care, 'vip'),
      { id: 'vip', kind: 'condition', filter: hasTag(idOf('VIP')), yes: 'preview', no: 'thursday' },
      tag('preview', 'add_tag', idOf('Kiln preview'), 'again'),
      {
        id: 'thursday',
        kind: 'wait',
        next: 'again',
        wait: { for: 'weekday', weekdays: ['thursday'], at: '17:00', zone: 'subscriber' },
      },
      days('again', 21, more[0]?.id ?? null),
      ...more,
    ],
  })
}

export const GUESTS: SampleAutomation = { name: 'Guests get the studio news', kind: 'rule', reentry: 'always' }

export const guestsGraph = (idOf: IdOf): ReturnType<typeof Graph.parse> =>
  Graph.parse({
    triggers: [{ id: 'guest', on: { type: 'tag_added', tag_id: idOf('Open studio night') } }],
    first: 'news',
    steps: [tag('news', 'add_tag', idOf('Studio news'), null)],
  })

export const TELL: SampleAutomation = { name: 'Tell me when someone buys', kind: 'rule', reentry: 'always' }

export const tellGraph = (user_id: number): ReturnType<typeof Graph.parse> =>
  Graph.parse({
    triggers: [{ id: 'buys', on: { type: 'purchased', product_id: null } }],
    first: 'tell',
    steps: [
      {
        id: 'tell',
        kind: 'action',
        next: null,
        action: { type: 'notify_team', user_ids: [user_id], message: 'Pack it before the post office closes.' },
      },
    ],
  })
