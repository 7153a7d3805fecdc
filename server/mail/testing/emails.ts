import type { LayoutName } from '../layout-design.ts'

interface TypicalEmail {
  layout: LayoutName
  subject: string
  preview_text: string
  content: string
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#1f2937;color:#ffffff;font-weight:600;text-decoration:none'
const button = (url: string, text: string) =>
  `<p data-button="" style="margin:28px 0;text-align:center"><a href="${url}" style="${BUTTON}">${text}</a></p>`
const picture = (name: string, alt: string) =>
  `<p><img src="https://studio-north.example/${name}" alt="${alt}" width="600" style="max-width:100%;height:auto"></p>`

/** Emails whose rendered HTML and text are compared with stored files, and drawn by `scripts/email-pictures.ts`. */
export const TYPICAL_EMAILS: Readonly<Record<string, TypicalEmail>> = {
  newsletter: {
    layout: 'Modern',
    subject: 'Notes from the studio, no. 42',
    preview_text: 'Three things I learned from a winter of slow work.',
    content: `<h1>Notes from the studio</h1>
<p>Hello {{ subscriber.first_name | default: "friend" }},</p>
<p>This winter I did <strong>less</strong>, on purpose. Here is what I learned, and <a href="https://studio-north.example/notes/slow-work?utm_source=newsletter&amp;utm_medium=email">the longer version</a> is on the site.</p>
<h2>Slow work is not late work</h2>
<p>A drawing that waits a week gets better without anyone touching it. I wrote about this in <a href="https://studio-north.example/notes/waiting">Waiting</a> and <a href="https://studio-north.example/notes/again">Again</a>.</p>
<blockquote><p>Leave the table before the drawing is finished.</p></blockquote>
<h2>What I read</h2>
<ul><li><a href="https://books.example/quiet">A quiet book</a> about snow</li><li>Postcards, mostly old ones</li></ul>
<p>Yours,<br>Nora</p>`,
  },
  plain_note: {
    layout: 'Text Only',
    subject: 'A short question',
    preview_text: '',
    content: `<p>Hi {{ subscriber.first_name }},</p><p>Which of the two covers do you like more? Hit reply and tell me in one word.</p><p>They are here: <a href="https://studio-north.example/covers?token=4f1c9b7a2e8d4f1c9b7a2e8d4f1c9b7a2e8d4f1c9b7a2e8d">https://studio-north.example/covers?token=4f1c9b7a2e8d4f1c9b7a2e8d4f1c9b7a2e8d4f1c9b7a2e8d</a></p><p>Nora</p>`,
  },
  product_launch: {
    layout: 'Card',
    subject: 'The course is open',
    preview_text: 'Twelve lessons, open until Sunday.',
    content: `${picture('cover.png', 'The cover of Drawing Snow')}
<h1>Drawing Snow is open</h1>
<p>Twelve lessons on light, paper and patience. It is open until <strong>Sunday, 8 p.m.</strong></p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="background-color:#fff7ed;padding:16px 20px;border-radius:8px"><strong>For you:</strong> 20% off with the code <code>SNOW</code>. <a href="https://studio-north.example/terms">Terms</a></td></tr></table>
${button('https://studio-north.example/courses/drawing-snow', 'Join the course')}
<p style="color:#6b7280;font-size:14px">Not for you? <a href="{{ unsubscribe_url }}">Unsubscribe</a> with one click.</p>`,
  },
  course_lesson: {
    layout: 'Classic',
    subject: 'Lesson 3: white on white, {{ subscriber.first_name }}',
    preview_text: 'Fifteen minutes with a pencil.',
    content: `<h1>Lesson 3: White on white</h1>
<p>Today you need a pencil, two sheets of paper and fifteen minutes.</p>
<ol><li><p>Draw the shadow first.</p></li><li><p>Leave the snow alone.</p></li><li><p>Stop early:</p><ul><li><p>before it is dark,</p></li><li><p>before it is done.</p></li></ul></li></ol>
<h3>Your exercise</h3>
<p>Post it in <a href="https://studio-north.example/forum?lesson=3">the forum</a> by Friday.{% if subscriber.city == "Oslo" %} Or bring it to <a href="https://studio-north.example/oslo">the studio in Oslo</a>.{% endif %}</p>
${button('https://studio-north.example/lessons/3?s={{ subscriber.id }}', 'Watch the lesson')}`,
  },
  digest: {
    layout: 'Card',
    subject: 'This week: four drawings',
    preview_text: 'Ink, graphite, and one mistake.',
    content: `<h1>Four drawings</h1>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
<tr><td width="50%" valign="top" style="padding:0 8px 16px 0"><a href="https://studio-north.example/1"><img src="https://studio-north.example/1.png" alt="Ink: a fence in snow" width="240" style="max-width:100%;height:auto"></a><p><strong>Fence</strong><br>Ink, 2026</p></td><td width="50%" valign="top" style="padding:0 0 16px 8px"><a href="https://studio-north.example/2"><img src="https://studio-north.example/2.png" alt="Graphite: a door" width="240" style="max-width:100%;height:auto"></a><p><strong>Door</strong><br>Graphite, 2026</p></td></tr>
</table>
<hr>
<p>All drawings are <a href="https://studio-north.example/all">in the archive</a>.</p>`,
  },
  table: {
    layout: 'Modern',
    subject: 'The workshop plan',
    preview_text: 'Dates and prices for spring.',
    content: `<h1>Spring workshops</h1>
<table border="1" cellpadding="8" cellspacing="0" style="border-collapse:collapse;width:100%"><tr><th align="left">Date</th><th align="left">Place</th><th align="right">Price</th></tr><tr><td>March 7</td><td><a href="https://studio-north.example/oslo">Oslo</a></td><td align="right">€90</td></tr><tr><td>April 4</td><td>Bergen</td><td align="right">€80</td></tr></table>
<p>Questions? Write to <a href="mailto:nora@studio-north.example">nora@studio-north.example</a> or call <a href="tel:+4721000000">+47 21 00 00 00</a>.</p>`,
  },
  code: {
    layout: 'Modern',
    subject: 'A tiny script for contact sheets',
    preview_text: 'Ten lines of shell.',
    content: `<h2>Contact sheets in one line</h2>
<p>Run <code>montage</code> in the folder of your scans:</p>
<pre><code>montage *.tif \\
  -geometry 320x320+8+8 \\
  -tile 4x sheet.png</code></pre>
<p>The flag <code>-tile 4x</code> means <em>four in a row</em>. A &lt; B &amp; B &gt; C is fine, too.</p>`,
  },
  quotes: {
    layout: 'Classic',
    subject: 'What you wrote',
    preview_text: 'Answers to last week’s question.',
    content: `<p>I asked what you draw when no one looks. You answered:</p>
<blockquote><p>Hands. Only hands.</p><p>— Lin</p></blockquote>
<blockquote><p>The same tree since 1998.</p><blockquote><p>And my daughter draws it, too.</p></blockquote></blockquote>
<p><span style="color:#111827">Thank you for</span> <span style="color:#b91c1c">412 answers</span>. <span style="background-color:#fef08a">I read every one.</span></p>`,
  },
  long_list: {
    layout: 'Text Only',
    subject: 'Forty things that help',
    preview_text: 'A list to keep.',
    content: `<h1>Forty things that help</h1><ol>${Array.from({ length: 40 }, (_, at) => `<li>Thing number ${at + 1}, with <a href="https://studio-north.example/things/${(at % 12) + 1}">a page about it</a>.</li>`).join('')}</ol>`,
  },
  right_to_left: {
    layout: 'Classic',
    subject: 'رسالة من الاستوديو',
    preview_text: 'ثلاثة أشياء تعلمتها هذا الشتاء.',
    content: `<h1>رسالة من الاستوديو</h1>
<p>مرحبا {{ subscriber.first_name }}،</p>
<p>هذا الشتاء عملت أقل عن قصد. <a href="https://studio-north.example/ar/notes">اقرأ المزيد على الموقع</a>.</p>
<ul><li>الورق الأبيض</li><li>الضوء البارد</li></ul>
<blockquote><p>اترك الطاولة قبل أن تنتهي الرسمة.</p></blockquote>
${button('https://studio-north.example/ar', 'زيارة الاستوديو')}`,
  },
}
