/** An email as a creator writes it: HTML with Liquid. */
export interface SampleEmail {
  subject: string
  preview_text: string
  content: string
  /** Frequency of opens relative to the average, which is 1. */
  appeal?: number
}

const HELLO = '<p>Hello {{ subscriber.first_name | default: "friend" }},</p>'
const SIGNED = '<p>With clay under my nails,<br>Nora</p>'
const SITE = 'https://studio-north.example'

/** The demo's sent emails, oldest first. */
export const SENT_EMAILS: SampleEmail[] = [
  {
    subject: 'The ash glaze finally behaved',
    preview_text: 'Eleven test tiles, one winner, and the recipe for anyone who wants to try it.',
    content: `${HELLO}
<p>Last summer I carried two bags of birch ash down from my sister’s cabin. I have been trying to turn them into a glaze ever since, and for months it ran, crawled, or came out the color of dishwater. On Tuesday I opened the kiln and tile number eleven was the soft grey-green I had in mind the whole time.</p>
<h2>What made the difference</h2>
<ul>
<li><strong>Washing the ash twice.</strong> Once is not enough for birch. The water should no longer feel slippery.</li>
<li><strong>A slower top end.</strong> I now climb the last hundred degrees in two hours instead of one.</li>
<li><strong>Patience with the first coat.</strong> Let it dry until the shine is gone, then brush the second one across it.</li>
</ul>
<p>I wrote it all down, with the amounts and with pictures of every tile that failed: <a href="${SITE}/notes/birch-ash-glaze">the birch ash recipe</a>. Please use it. If yours turns out better than mine, send me a photo and I will put it on the wall.</p>
<h2>Two places left at the wheel weekend</h2>
<p>Two of you had to cancel, so two wheels are free at the next <a href="${SITE}/workshops/wheel-weekend">wheel weekend</a>. It is for beginners and for those who stopped years ago and miss it. We eat lunch together, and everyone takes home three pieces once they are fired.</p>
<p>The cups from this firing go into <a href="https://shop.studio-north.example/cups">the shop</a> tomorrow at noon. There are fourteen.</p>
${SIGNED}`,
  },
  {
    appeal: 1.12,
    subject: 'Open studio on Thursday, and a very crooked teapot',
    preview_text: 'Come by between five and nine. There will be soup, and the kiln will still be warm.',
    content: `${HELLO}
<p>On Thursday the door is open from five to nine, as on every second Thursday. You do not need to buy anything, know anything, or bring anything. Come and hold a few pots, ask what you always wanted to ask, and have a bowl of soup.</p>
<h2>What you can do here</h2>
<ul>
<li>Throw a cup on the wheel. Aksel helps, and no one laughs.</li>
<li>See the big gas kiln being unpacked at six, which is the best half hour of the month.</li>
<li>Take a piece from the shelf of seconds and pay what you think is right.</li>
</ul>
<p>We are at Storgata 1, in the yard, behind the bicycle shop. <a href="${SITE}/visit">How to find us</a> has a map and a word about the stairs.</p>
<h2>The teapot</h2>
<p>This week I made a teapot that leans as if it were listening to someone. I wanted to cut it up, but Signe from the Monday group asked what it would take to keep it, and I had no answer. So it stays, and I wrote <a href="${SITE}/notes/in-praise-of-crooked">a few lines about crooked things</a>.</p>
<blockquote><p>A straight pot shows you what the potter knows. A crooked one shows you that someone was there.</p></blockquote>
<p>If Thursday does not suit you, <a href="${SITE}/workshops">the new workshops</a> can be booked soon: glazing, wheel throwing, and one about plates.</p>
${SIGNED}`,
  },
]

/** Scheduled for next week. */
export const SCHEDULED_EMAIL: SampleEmail = {
  subject: '{{ subscriber.first_name | default: "Friend" }}, the new workshops are open',
  preview_text: 'As a subscriber you can book a day before everyone else.',
  content: `${HELLO}
<p>The plan for the next months hangs on the studio door, with coffee stains on it already. You subscribe, so you can book today. On the website it opens tomorrow.</p>
<h2>Three to choose from</h2>
<ul>
<li><strong>Glazing for the curious</strong>, one Saturday. Bring three bisque-fired pieces, or use ours.</li>
<li><strong>The wheel from the beginning</strong>, five Monday evenings.</li>
<li><strong>One plate, twelve times</strong>, a weekend about doing one thing until the hands know it.</li>
</ul>
{% if subscriber.experience == "Beginner" %}<p>You told me that you are at the beginning. Take the Monday evenings: six wheels, and no one who knows more than you do.</p>{% endif %}
<p><a href="${SITE}/workshops/new">See dates and prices, and book</a></p>
<p>Every course has one place at a reduced price for those who could not come otherwise. Write to me, and we do not need to talk about reasons.</p>
${SIGNED}`,
}

export const DRAFT_EMAIL: SampleEmail = {
  subject: 'What I learned from selling at markets for a year',
  preview_text: '',
  content: `${HELLO}
<p>Twelve markets, four in the rain. I kept a list of what sold, what visitors picked up and put back, and what they said while they did it.</p>
<h2>Three things I would do again</h2>
<ul>
<li>Put one thing on the table that is not for sale. Everyone asks about it.</li>
<li>Write the price on the bottom, in pencil, where everyone looks anyway.</li>
<li>Leave at four. No one buys a bowl in the dark.</li>
</ul>
<p>Still to come: the numbers, and the story of the goat.</p>`,
}

/** The welcome sequence. `delay_days` counts from the previous email. */
export const WELCOME_EMAILS: (SampleEmail & { delay_days: number })[] = [
  {
    delay_days: 0,
    subject: 'Welcome to the studio, {{ subscriber.first_name | default: "friend" }}',
    preview_text: 'What to expect, and a small thing to begin with.',
    content: `${HELLO}
<p>Good that you are here. I am Nora, I make pots in a yard in Oslo, and about twice a month I write down what happened between the wheel and the kiln.</p>
<p>To begin with, here is the page that I wish I had been given in my first year: <a href="${SITE}/notes/first-kiln">ten things to check before your first firing</a>.</p>
<p>And one question, if you like to answer: what would you love to make? Just reply, I read everything.</p>
${SIGNED}`,
  },
  {
    delay_days: 2,
    subject: 'Why my first hundred bowls were all the same',
    preview_text: 'About repetition, and a way of practising that fits into an evening.',
    content: `${HELLO}
<p>My teacher made me throw the same bowl a hundred times. At forty I was bored, at seventy I was angry, and at ninety my hands did something that I had never been able to explain to them.</p>
<h2>An evening with ten balls of clay</h2>
<ul>
<li>Weigh ten pieces of 400 grams.</li>
<li>Throw ten bowls and do not look at any twice.</li>
<li>Keep the last one. Cut the others in half, and look at the walls.</li>
</ul>
<p>There are pictures of the cut ones, with what went wrong in each, in <a href="${SITE}/notes/ten-bowls">this note</a>.</p>
${SIGNED}`,
  },
  {
    delay_days: 5,
    subject: 'Come and get your hands dirty',
    preview_text: 'How the workshops work, and ten percent for your first one.',
    content: `${HELLO}
<p>You have read about clay twice now, and reading is the slow way. In <a href="${SITE}/workshops">our workshops</a> you sit at one of six wheels, aprons and soup are included, and whatever survives is fired and sent home to you.</p>
<p>With the word <strong>LEATHERHARD</strong> your first one costs ten percent less. It does not run out.</p>
<p>If you live too far away, <a href="https://shop.studio-north.example/kits">the kiln-free kit</a> comes by post and works on a kitchen table.</p>
${SIGNED}`,
  },
]
