import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'

test('uses of a snippet are found in drafts, posts and other snippets, but not in similar words', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const app = dashboard(account)
  const { id } = await app.snippets.create({ name: 'Bye', snippet_type: 'inline', content: 'Yours' })
  const outer = await app.snippets.create({ name: 'Outer', snippet_type: 'inline', content: '{{ snippet["bye"] }}' })
  const draft = await app.broadcasts.create({ subject: '{{ snippet.bye }}', content: '<p>x</p>' })
  await app.broadcasts.create({ subject: 'bye', content: '<p>{{ snippet.bye-bye }} good bye</p>' })
  const post = await app.posts.create({ title: 'Post', content: '<p>{{ snippet.bye }}</p>' })
  await dashboard(other).broadcasts.create({ subject: 'theirs', content: '<p>{{ snippet.bye }}</p>' })
  expect(await app.snippets.uses({ id })).toEqual([
    { kind: 'broadcast', id: draft.id, parent_id: null, name: '{{ snippet.bye }}' },
    { kind: 'post', id: post.id, parent_id: null, name: 'Post' },
    { kind: 'snippet', id: outer.id, parent_id: null, name: 'Outer' },
  ])
  await expect(dashboard(other).snippets.uses({ id })).rejects.toThrow('Not Found')
})

test('the preview shows the unsaved source with other snippets resolved, and reports template errors', async () => {
  const account = await testAccount()
  const { snippets } = dashboard(account)
  await snippets.create({ name: 'Name', snippet_type: 'inline', content: '<b>Nora</b>' })
  const { id } = await snippets.create({ name: 'Bye', snippet_type: 'inline', content: 'Yours' })
  const preview = (source: string) => snippets.preview({ id, source })
  expect(await preview('{{ subscriber.first_name }}, {{ snippet.name }}<script>x()</script>')).toEqual({
    html: 'Robin, <b>Nora</b>',
    mistake: null,
  })
  expect(await preview('{{ snippet.bye }}')).toEqual({
    html: '',
    mistake: 'Line 1: content contains a circular snippet reference',
  })
  expect((await preview('a\n{% if %}')).mistake).toMatch(/^Line 2: /)
  expect((await snippets.get({ id })).content).toBe('Yours')
  const viewer = dashboard(account, withRole(account, 'viewer')).snippets
  await expect(viewer.update({ id, content: 'No' })).rejects.toThrow('editor')
})
