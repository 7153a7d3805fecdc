import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'

const WORDS = `<p>${'Peonies bloom early this year. '.repeat(6)}</p>`
const FORM = `<form>${WORDS}</form>`
const STORED = ['element form']
const SAID = ['<form> was left out: emails and posts cannot contain it.']

const named = ({ remarks }: { remarks: { code: string; message: string }[] }) =>
  remarks.flatMap(({ code, message }) => (code === 'left_out' ? message : []))

test('each version of a broadcast says what was left out of it, in the editor and the checklist, until it is written again', async () => {
  const account = await testAccount()
  await addSubscribers(account, 2)
  const app = dashboard(account).broadcasts
  const made = await app.create({ subject: 'Spring', preview_text: 'p', content: WORDS, subscriber_filter: EVERYONE })
  const { id } = made
  expect(made.left_out).toEqual([])
  await app.addVersion({ id })
  const { versions } = await app.saveVersion({ id, version: 2, content: FORM })
  expect(versions).toMatchObject([{ content: WORDS, left_out: STORED }])
  // A change of something else keeps it.
  await app.saveVersion({ id, version: 2, subject: 'Summer' })
  const plan = await app.addVersion({ id })
  expect(plan.versions.map(({ left_out }) => left_out)).toEqual([STORED, undefined])
  expect(named(await app.checklist({ id }))).toEqual([`Version B: ${SAID[0]}`])
  expect((await app.plan({ id: (await app.duplicate({ id })).id })).versions[0]).toMatchObject({ left_out: STORED })
  await app.saveVersion({ id, version: 2, content: WORDS })
  await app.update({ id, content: FORM })
  expect((await app.get({ id })).left_out).toEqual(STORED)
  expect((await app.get({ id: (await app.duplicate({ id })).id })).left_out).toEqual(STORED)
  // Version C has the content of A.
  expect(named(await app.checklist({ id }))).toEqual(SAID)
})

test('a text of a sequence email that waits says what was left out of it, and the published one what was left out of that', async () => {
  const fixture = await sequenceFixture(1)
  const app = dashboard(fixture.account).sequences
  const of = { sequence_id: fixture.id, id: await fixture.email() }
  const said = async () => [(await app.email(of)).left_out, named(await app.checklist(of))]
  await app.updateEmail({ ...of, content: FORM })
  expect(await said()).toEqual([STORED, SAID])
  await app.updateEmail({ ...of, subject: 'Better' })
  expect(await said()).toEqual([STORED, SAID])
  await app.discardEmailChanges(of)
  expect(await said()).toEqual([[], []])
  await app.updateEmail({ ...of, content: FORM })
  await app.publishEmailChanges({ ...of, text_version: (await app.email(of)).text_version })
  expect(await said()).toEqual([STORED, SAID])
  const { id: sequence_id } = await app.duplicate({ id: of.sequence_id })
  const [step] = (await app.get({ id: sequence_id })).steps
  expect((await app.email({ sequence_id, id: step?.id ?? 0 })).left_out).toEqual(STORED)
  await app.updateEmail({ ...of, content: `${WORDS}<p>More</p>` })
  expect(await said()).toEqual([[], []])
})

test('an email of an automation says what was left out of it, and so do its copies', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const automation_id = await makeAutomation(account)
  const app = dashboard(account).automations.emails
  const { id } = await app.create({ automation_id })
  expect((await app.save({ id, subject: 'Hi', content: FORM })).left_out).toEqual(STORED)
  expect((await app.save({ id, subject: 'Hello' })).left_out).toEqual(STORED)
  expect(named(await app.check({ id }))).toEqual(SAID)
  expect((await app.create({ automation_id, copy_of: id })).left_out).toEqual(STORED)
  expect((await app.save({ id, content: WORDS })).left_out).toEqual([])
  expect(named(await app.check({ id }))).toEqual([])
})

test('the editor of a snippet says what was left out of it', async () => {
  const app = dashboard(await testAccount()).snippets
  const { id } = await app.create({ name: 'Bye', snippet_type: 'block', document_attributes: { value_html: FORM } })
  expect((await app.get({ id })).left_out).toEqual(STORED)
  expect((await app.update({ id, name: 'Later' })).left_out).toEqual(STORED)
  expect((await app.update({ id, document_attributes: { value_html: WORDS } })).left_out).toEqual([])
})
