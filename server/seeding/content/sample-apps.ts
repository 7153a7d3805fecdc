import type { Tx } from '../../core/write/write.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { createTemplate } from '../../modules/automation-templates/develop/templates.ts'
import { bars, drawSign, drop, kiln, sheets } from '../history/app-signs.ts'
import { WORKSHOP } from './sample-automations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOTE = 'A sample that comes with the demo. It shows what an app looks like and has no server.'
const PAPER = [250, 246, 238] as const

const published_fields = { status: 'published' as const, support_url: 'mailto:help@studio-north.example' }

const SAMPLES = [
  {
    ...published_fields,
    name: 'Kiln Shop (sample)',
    tagline: 'Adds customers as subscribers, tagged with what they bought',
    category: 'selling',
    description: `Connects a small web shop with your emails. Every customer is added as a subscriber with a tag for each product, and each purchase is recorded with its total. You can write to those who bought a plate, and to no one else.\n\nA subscriber who unsubscribes here no longer gets emails from the shop.\n\n${NOTE}`,
    website_url: 'https://kiln-shop.example/',
    settings_url: 'https://kiln-shop.example/settings',
    authorization_url: 'https://kiln-shop.example/install',
    redirect_uris: ['https://kiln-shop.example/callback'],
    webhook_url: 'https://kiln-shop.example/webhooks',
    webhook_events: ['subscriber.unsubscribed', 'subscriber.tag_added'],
    sign: { background: [176, 84, 52] as const, ink: PAPER, shape: kiln },
    plugins: [],
  },
  {
    ...published_fields,
    name: 'Picture Drawer (sample)',
    tagline: 'Find your photographs by caption and put them into an email',
    category: 'content',
    description: `Keeps the pictures of your work in drawers, and opens them in the editor: search by caption, choose, done. Pictures are resized for email, with the photographer's name below.\n\n${NOTE}`,
    website_url: 'https://picture-drawer.example/',
    redirect_uris: [],
    sign: { background: [38, 84, 92] as const, ink: PAPER, shape: sheets },
    plugins: [
      {
        kind: 'media_source',
        identifier: 'drawers',
        name: 'Picture Drawer',
        description: 'Pictures by caption or drawer',
        request_url: 'https://picture-drawer.example/media',
        settings: [{ name: 'search', type: 'text', label: 'Caption' }],
      },
    ],
  },
  {
    ...published_fields,
    name: 'Studio Polls (sample)',
    tagline: 'One question in the email, answered with one click',
    category: 'growth',
    description: `Puts a question with up to five answers into an email. Subscribers click one and see the results; you see each subscriber's answer.\n\nGood for "Which glaze next?" and for finding out who would come to a workshop.\n\n${NOTE}`,
    website_url: 'https://studio-polls.example/',
    authorization_url: 'https://studio-polls.example/install',
    redirect_uris: ['https://studio-polls.example/callback'],
    scopes: ['read'],
    sign: { background: [66, 62, 112] as const, ink: PAPER, shape: bars },
    plugins: [
      {
        kind: 'content_block',
        identifier: 'poll',
        name: 'Poll',
        description: 'A question with up to five answers',
        request_url: 'https://studio-polls.example/block',
        settings: [
          { name: 'question', type: 'text', label: 'Question', required: true },
          { name: 'answers', type: 'textarea', label: 'Answers, one in a line', required: true },
        ],
      },
    ],
  },
  {
    name: 'Glaze Book (sample)',
    tagline: 'Recipes of glazes, ready to be sent',
    description: 'Still being written.',
    redirect_uris: ['http://localhost:8080/callback'],
    sign: { background: [222, 196, 132] as const, ink: [59, 58, 54] as const, shape: drop },
    plugins: [],
  },
]

/** Adds three published apps and one draft with a template, and installs the first. */
export async function addSampleApps(tx: Tx): Promise<void> {
  const now = +tx.now()
  for (const { sign, plugins, ...app } of SAMPLES) {
    const isPublished = 'status' in app
    const { id } = await tx.db.app.create({
      data: {
        ...app,
        account_id: tx.account_id,
        client_id: `app_${randomToken(16)}`,
        published_at: isPublished ? new Date(now - 40 * DAY_MS) : null,
        reviewed_at: isPublished ? new Date(now - 40 * DAY_MS) : null,
        logo: { create: { media_type: 'image/png', bytes: new Uint8Array(drawSign(sign)) } },
        plugins: { create: plugins },
      },
    })
    if (app.name === SAMPLES[0]?.name) await install(tx, id)
    if (!isPublished) await addTemplate(tx, id)
  }
}

/** Adds an unfinished template of the running automation. */
async function addTemplate(tx: Tx, app_id: number): Promise<void> {
  const { id: automation_id } = await tx.db.automation.findFirstOrThrow({ where: { name: WORKSHOP.name } })
  await createTemplate(tx, {
    app_id,
    automation_id,
    name: 'After a workshop',
    description:
      'Tells those who came when their bowl is fired, asks which glaze they want, and invites them to the next evening.',
    labels: ['onboarding'],
  })
}

/** The app's tokens are unknown, because only hashes are stored. */
async function install(tx: Tx, app_id: number): Promise<void> {
  const { account_id } = tx
  const user_id = tx.actor.kind === 'user' ? tx.actor.user_id : 0
  const installed_at = new Date(+tx.now() - 21 * DAY_MS)
  const { id: installation_id } = await tx.db.installation.create({
    data: {
      account_id,
      app_id,
      state: 'installed',
      installed_by: user_id,
      created_at: installed_at,
      installed_at: installed_at,
    },
  })
  const { id: grant_id } = await tx.db.oauthGrant.create({
    data: {
      account_id,
      app_id,
      user_id,
      installation_id,
      scopes: ['public'],
      redirect_uri: 'https://kiln-shop.example/callback',
      code_hash: sha256Hex(randomToken()),
      code_expires_at: installed_at,
      code_used_at: installed_at,
      created_at: installed_at,
    },
  })
  await tx.db.oauthToken.create({
    data: {
      account_id,
      app_id,
      grant_id,
      user_id,
      access_token_hash: sha256Hex(randomToken()),
      scopes: ['public'],
      expires_at: new Date(+tx.now() + 2 * DAY_MS),
      last_used_at: new Date(+tx.now() - 5 * HOUR_MS),
    },
  })
}
