import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { parseMail, sendToSink } from '../../../testing/modules/sending.ts'
import { followUpSignUps } from '../../sequences/enrolling/enrolling.ts'
import { FILE_EMAIL } from '../emails/file-email.ts'
import { sendDueEmails } from '../emails/send-due.ts'
import { FormSettings } from '../settings-schema.ts'
import { addToForms } from '../subscriptions/subscriptions.ts'
import { deleteFormFileWithUndo, undeleteFormFile } from './deletion.ts'
import { fileKind } from './file-kind.ts'
import { deleteAllFormFiles, deleteUnusedFormFiles, findFormFile, setFormFile } from './service.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const PDF = Buffer.from('%PDF-1.7\nA guide to kilns')

async function openForm() {
  const account = await testAccount()
  const { account_id, ctx } = account
  const data = { account_id, uid: randomBytes(5).toString('hex'), name: 'Guide', settings: FormSettings.parse({}) }
  const { id } = await unscoped().form.create({ data })
  const subscriber = await ctx.db.subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
  const subscriber_id = Number(subscriber.id)
  const signUp = async () => {
    await addToForms(ctx, { additions: [{ form_id: id, subscriber_id }] })
    await followUpSignUps(ctx, { subscriber_ids: [subscriber_id] })
    expect(await sendDueEmails(ctx, FILE_EMAIL, { work_ms: 600_000 })).toBe('finished')
  }
  return { account, ctx, id, subscriber_id, signUp }
}

test('only what a file is decides whether it is accepted', () => {
  const zip = (name: string) => {
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([Buffer.from('PK\x03\x04'.padEnd(40, '\0'), 'latin1'), entry, Buffer.from(name)])
  }
  const kinds: [Buffer, string | undefined][] = [
    [PDF, 'pdf'],
    [Buffer.from(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`, 'latin1'), 'epub'],
    [zip('notes/chapter.txt'), 'zip'],
    [zip('setup.EXE'), undefined],
    [zip('META-INF/MANIFEST.MF'), undefined],
    [zip('index.html'), undefined],
    [Buffer.from('ID3\x04', 'latin1'), 'mp3'],
    [Buffer.from([0xff, 0xfb, 0x90, 0]), 'mp3'],
    [Buffer.from('RIFF....WAVEfmt ', 'latin1'), 'wav'],
    [Buffer.from('....ftypM4A ', 'latin1'), 'm4a'],
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'png'],
    [Buffer.from('MZ\x90\0', 'latin1'), undefined],
    [Buffer.from('\x7fELF', 'latin1'), undefined],
    [Buffer.from('<!doctype html>%PDF-'), undefined],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    [Buffer.alloc(0), undefined],
  ]
  for (const [bytes, expected] of kinds) expect(fileKind(bytes)?.extension, bytes.toString('latin1')).toBe(expected)
})

test('a subscriber gets the file of a form once, by a link of their own that downloads it', async () => {
  const sink = await sendToSink()
  const { ctx, id, signUp } = await openForm()
  await setFormFile(ctx, { form_id: id, name: '..\\guide “2026”.html', bytes: PDF })
  await signUp()
  await signUp()
  const emails = await Promise.all(sink.messages.map(parseMail))
  expect(emails).toMatchObject([{ subject: 'Your download' }])
  const link = emails[0]?.text?.split(/\s/).find((word) => word.includes('/f/file/')) ?? ''
  const answer = await app.request(new URL(link).pathname)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="download.pdf"; filename*=UTF-8''guide%20%E2%80%9C2026%E2%80%9D.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect((await app.request(`${new URL(link).pathname}x`)).status).toBe(404)
  // Another file: the same link leads to it. No file: nowhere.
  await setFormFile(ctx, { form_id: id, name: 'second.pdf', bytes: Buffer.from('%PDF-2') })
  expect(await (await app.request(new URL(link).pathname)).text()).toBe('%PDF-2')
  await deleteFormFileWithUndo(ctx, { id })
  expect((await app.request(new URL(link).pathname)).status).toBe(404)
  await deleteUnusedFormFiles({ now: ctx.now() })
  expect(await ctx.db.formFile.count()).toBe(2)
  await ctx.db.formFile.updateMany({ data: { updated_at: new Date(+ctx.now() - 66 * 60_000) } })
  await deleteUnusedFormFiles({ now: ctx.now() })
  expect(await ctx.db.formFile.count()).toBe(0)
})

test('a file that was taken away comes back with its links, and the emails that waited are sent', async () => {
  const sink = await sendToSink()
  const { ctx, id, subscriber_id, signUp } = await openForm()
  const due = () => sendDueEmails(ctx, FILE_EMAIL, { work_ms: 600_000 })
  await setFormFile(ctx, { form_id: id, name: 'guide.pdf', bytes: PDF })
  await addToForms(ctx, { additions: [{ form_id: id, subscriber_id }] })
  await followUpSignUps(ctx, { subscriber_ids: [subscriber_id] })
  const { undo } = await deleteFormFileWithUndo(ctx, { id })
  await expect(deleteFormFileWithUndo(ctx, { id })).rejects.toThrow('Not Found')
  await due()
  expect(sink.messages).toHaveLength(0)
  await setFormFile(ctx, { form_id: id, name: 'other.pdf', bytes: PDF })
  await expect(undeleteFormFile(ctx, { undo: undo ?? 0 })).rejects.toThrow('The form has another file now')
  const other = await deleteFormFileWithUndo(ctx, { id })
  await undeleteFormFile(ctx, { undo: undo ?? 0 })
  expect(await findFormFile(ctx, { form_id: id })).toMatchObject({ name: 'guide.pdf' })
  await due()
  const [email] = await Promise.all(sink.messages.map(parseMail))
  const link = email?.text?.split(/\s/).find((word) => word.includes('/f/file/')) ?? ''
  expect((await app.request(new URL(link).pathname)).status).toBe(200)
  // Each offer is for one undo, of the member who took the file away.
  await expect(undeleteFormFile(ctx, { undo: undo ?? 0 })).rejects.toThrow('This can no longer be restored')
  const stranger = await testAccount()
  await expect(undeleteFormFile(stranger.ctx, { undo: other.undo ?? 0 })).rejects.toThrow('can no longer be restored')
  await signUp()
  expect(sink.messages).toHaveLength(1)
})

test('an unconfirmed subscriber gets no file, and a file that was taken away is not sent', async () => {
  const sink = await sendToSink()
  const { ctx, id, signUp, subscriber_id } = await openForm()
  await setFormFile(ctx, { form_id: id, name: 'guide.pdf', bytes: PDF })
  await ctx.db.subscriber.updateMany({ data: { state: 'inactive' } })
  await signUp()
  expect(await ctx.db.formFileEmail.count()).toBe(0)
  await ctx.db.subscriber.updateMany({ data: { state: 'active' } })
  await followUpSignUps(ctx, { subscriber_ids: [subscriber_id] })
  await deleteFormFileWithUndo(ctx, { id })
  await sendDueEmails(ctx, FILE_EMAIL, { work_ms: 600_000 })
  expect(await ctx.db.formFileEmail.findMany()).toMatchObject([{ sent_at: null, error: 'no longer needed' }])
  expect(sink.messages).toHaveLength(0)
})

test('a file of another format is refused by name, and an account that is deleted keeps none', async () => {
  const { ctx, id } = await openForm()
  await expect(setFormFile(ctx, { form_id: id, name: 'a/setup.exe', bytes: Buffer.from('MZ') })).rejects.toThrow(
    'setup.exe is not accepted. Upload one of: PDF, EPUB, ZIP',
  )
  await expect(setFormFile(ctx, { form_id: 999_999, name: 'guide.pdf', bytes: PDF })).rejects.toThrow('Not Found')
  await setFormFile(ctx, { form_id: id, name: 'guide.pdf', bytes: PDF })
  expect(await deleteAllFormFiles(ctx)).toBe(true)
  expect(await ctx.db.formFile.count()).toBe(0)
})
