import type { SampleEmail } from './sample-emails.ts'

const SITE = 'https://studio-north.example'

const SUBJECTS: [subject: string, preview_text: string][] = [
  ['What came out of the kiln this week', 'Thirty-one bowls, two surprises.'],
  ['The color that took half a year', 'A blue that is not quite blue.'],
  ['Three mugs, one handle', 'How I choose which ones go to the shop.'],
  ['A note about patience', 'Drying takes as long as it takes.'],
  ['New in the shop: the breakfast set', 'Twenty sets, noon on Saturday.'],
  ['How to fix a crack before it shows', 'Vinegar, paper fibre, and not too much hope.'],
  ['The workshop calendar is here', 'Six dates, six wheels.'],
  ['Questions you asked about porcelain', 'Why it slumps, and what to do about it.'],
  ['A day at the clay pit', 'Boots, buckets and a very old river bed.'],
  ['Your pots, our kiln', 'Community firing is back.'],
  ['One glaze, nine clays', 'The same bucket looks different every time.'],
  ['What I would buy with a first salary', 'A small list of good tools.'],
  ['The longest firing yet', 'Thirty hours, and where we slept.'],
  ['Seconds sale: honest mistakes', 'Small flaws, half the price.'],
  ['Notes on making a teapot pour', 'It is all in the lip.'],
  ['From your replies', 'Twelve kitchens with our plates in them.'],
]

const PARAGRAPHS = [
  `I unpacked the kiln at six in the morning because I could not sleep. Most of what is on the table now looks as I had hoped, and
   two pieces look better. You find <a href="${SITE}/firings/SLUG">pictures of the whole firing</a> on the site.`,
  `One of you asked how I decide what goes to the shop. I put everything on one shelf, wait a week, and see what I still pick up. What
   is left of that is <a href="https://shop.studio-north.example/new/SLUG">here, from noon on Saturday</a>.`,
  `There is a longer note about it, with amounts and temperatures, for those who want to try:
   <a href="${SITE}/notes/SLUG">the recipe and what I would change</a>.`,
  `The next <a href="${SITE}/workshops">workshop dates</a> are up. Beginners are welcome, even if you have not touched clay
   for twenty years.`,
  `If you are near Oslo, come by on Thursday evening. <a href="${SITE}/visit">The door is open</a> from five to nine, and there is soup.`,
]

/** Returns the sample email with this index. The first sixteen have different subjects. */
export function issue(index: number): SampleEmail {
  const [title = '', preview_text = ''] = SUBJECTS[index % SUBJECTS.length] ?? []
  const round = Math.floor(index / SUBJECTS.length)
  const subject = round === 0 ? title : `${title} (${round + 1})`
  const slug = subject.toLowerCase().replace(/[^a-z]+/g, '-')
  const chosen = [0, 1, 2].map((i) => PARAGRAPHS[(index * 2 + i) % PARAGRAPHS.length] ?? '')
  const body = chosen.map((text) => `<p>${text.replace(/\s+/g, ' ').replace('SLUG', slug)}</p>`).join('\n')
  return {
    subject,
    preview_text,
    appeal: 0.85 + ((index * 7) % 11) * 0.03,
    content: `<p>Hello {{ subscriber.first_name | default: "friend" }},</p>\n<h2>${title}</h2>\n${body}\n<p>See you soon,<br>Nora</p>`,
  }
}
