import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { ask, call } from './user.ts'

/** Creates an app of the signed-in user that is ready for review. Creators install it with one click. */
export async function completeApp(page: Page): Promise<{ id: number; name: string }> {
  const name = `Glaze book ${randomBytes(4).toString('hex')}`
  const { id } = await call<{ id: number }>(page, 'apps.develop.create', { name })
  await call(page, 'apps.develop.saveListing', {
    id,
    name,
    tagline: 'Recipes of glazes, ready to be sent',
    description: 'Keeps the recipes of your glazes, and adds the one you choose to an email with one click.',
    category: 'content',
    website_url: 'https://glaze.example',
    support_url: 'mailto:help@glaze.example',
  })
  await call(page, 'apps.develop.setLogo', { id, content: logo().toString('base64') })
  await call(page, 'apps.develop.addPlugin', {
    app_id: id,
    kind: 'content_block',
    name: 'Recipe',
    identifier: 'recipe',
    description: '',
    request_url: 'http://127.0.0.1:9/blocks/recipe',
    settings: '[]',
  })
  return { id, name }
}

const HEAD = { triggers: [] as object[], first: 'a' }

/** Publishes an automation with one of each record that templates copy: a tag, an email, and a sequence. */
export async function publishedAutomation(page: Page): Promise<number> {
  await call(page, 'account.saveSettings', {
    name: 'Dana’s pottery',
    time_zone: 'Europe/Oslo',
    postal_address: 'Mosegata 4, 5003 Bergen, Norway',
    open_tracking_enabled: true,
    click_tracking_enabled: true,
    undo_seconds: 0,
  })
  const { id: tag_id } = await call<{ id: number }>(page, 'tags.create', { name: 'Glazing' })
  const { id: sequence_id } = await call<{ id: number }>(page, 'sequences.create', { name: 'Glaze lessons' })
  const { id } = await call<{ id: number }>(page, 'automations.create', { name: 'Glaze course', kind: 'visual' })
  const { id: email_id } = await call<{ id: number }>(page, 'automations.emails.create', { automation_id: id })
  const content = '<p>Hi {{ subscriber.first_name | default: "there" }},</p><p>Here is how to mix your first glaze.</p>'
  await call(page, 'automations.emails.save', { id: email_id, subject: 'Your first glaze', content })
  await publish(page, id, {
    ...HEAD,
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id } }],
    steps: [
      { id: 'a', kind: 'action', action: { type: 'send_email', email_id }, next: 'c' },
      { id: 'c', kind: 'action', action: { type: 'add_to_sequence', sequence_id }, next: null },
    ],
  })
  return id
}

/** Publishes the automation with a wait of two days after its first step. */
export async function republish(page: Page, id: number): Promise<void> {
  const { graph } = await ask<{ graph: { steps: object[] } }>(page, 'automations.get', { id })
  const [first, ...others] = graph.steps
  const wait = { id: 'b', kind: 'wait', wait: { for: 'duration', minutes: 2_880 }, next: 'c' }
  await publish(page, id, { ...graph, steps: [{ ...first, next: 'b' }, wait, ...others] })
}

async function publish(page: Page, id: number, graph: object): Promise<void> {
  const { name, reentry, revision } = await ask<{ name: string; reentry: string; revision: number }>(
    page,
    'automations.get',
    { id },
  )
  const saved = await call<{ revision: number }>(page, 'automations.save', { id, name, reentry, revision, graph })
  await call(page, 'automations.publish', { id, revision: saved.revision, enter_existing: [] })
}

/** Returns a PNG of a single-color square. */
function logo(): Buffer {
  const side = 256
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([31, 90, 102]))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
