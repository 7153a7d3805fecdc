import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { calls, useAction } from './use-action'

type Does = (name: string) => Promise<string>
type Options = Parameters<typeof useAction<string, string>>[1]
type Action = ReturnType<typeof useAction<string, string>>

const tags = { pathFilter: () => ({ queryKey: ['tags'] }) }

function Page({ does, options, onAction }: { does: Does; options: Options; onAction: (action: Action) => void }) {
  onAction(useAction(calls(does), options))
  return null
}

function page() {
  const client = new QueryClient()
  client.setQueryData(['tags'], 'before')
  return {
    client,
    isStale: () => client.getQueryState(['tags'])?.isInvalidated,
    /** Returns the action of a rendered page. */
    action: (does: Does, options?: Options): Action => {
      const actions: Action[] = []
      renderToString(
        <QueryClientProvider client={client}>
          <Page does={does} options={options} onAction={(action) => actions.push(action)} />
        </QueryClientProvider>,
      )
      const [action] = actions
      if (!action) throw new Error('The page was not rendered')
      return action
    },
  }
}

test('an action stores its result and invalidates queries before it ends', async () => {
  const { client, isStale, action } = page()
  const callArguments: unknown[] = []
  const add = action(async (name) => `${name} added`, {
    invalidates: tags,
    stores: ['tag'] as never,
    onDone: (output, input) => callArguments.push(output, input, isStale()),
  })
  await expect(add.run('beta', () => callArguments.push('then'))).resolves.toBe('beta added')
  expect(callArguments).toEqual(['beta added', 'beta', true, 'then'])
  expect(client.getQueryData(['tag'])).toBe('beta added')
})

test('a second press during an action is ignored, unless its input differs', async () => {
  const calledWith: string[] = []
  const answers: (() => void)[] = []
  const add = page().action((name) => {
    calledWith.push(name)
    return new Promise((resolve) => answers.push(() => resolve(name)))
  })
  const done = new Promise((resolve) => add.start('beta', resolve))
  add.start('beta')
  add.start('gamma')
  await Promise.resolve()
  expect(calledWith).toEqual(['beta', 'gamma'])
  for (const answer of answers) answer()
  await expect(done).resolves.toBe('beta')
})

test('run throws errors, start passes them to onError, and the action can be started again', async () => {
  const { isStale, action } = page()
  const refuse = async () => {
    throw new Error('Not now')
  }
  const errors: unknown[] = []
  const add = action(refuse, { invalidates: tags, onError: (error) => errors.push(error) })
  await expect(add.run('beta')).rejects.toThrow('Not now')
  expect(isStale()).toBe(false)
  for (const times of [1, 2]) {
    add.start('beta')
    while (errors.length < times) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(errors).toEqual([new Error('Not now'), new Error('Not now')])
})

test('an action that may fail because the page is outdated also invalidates queries after an error', async () => {
  const { isStale, action } = page()
  const refuse = async () => {
    throw new Error('Someone else was faster')
  }
  await expect(action(refuse, { invalidates: tags, evenAfterErrors: true }).run('beta')).rejects.toThrow('faster')
  expect(isStale()).toBe(true)
})
