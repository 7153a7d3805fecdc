import { createDefer } from 'inngest/experimental'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testEngines } from '../testing/harness.ts'

const { start, ended } = testEngines()

test('a run that uses an unsupported feature fails without another attempt and names the feature', async () => {
  let calls = 0
  const { send } = await start((inngest) => {
    const deferred = createDefer(inngest, { id: 'deferred' }, () => null)
    return [
      inngest.createFunction({ id: 'signal', triggers: [{ event: 'go' }] }, async ({ step }) => {
        calls++
        await step.waitForSignal('signal', { signal: 'x', timeout: '1m' })
      }),
      inngest.createFunction({ id: 'defer', triggers: [{ event: 'go' }] }, async ({ step, defer }) => {
        defer('later', { function: deferred, data: {} })
        await step.run('work', () => 1)
      }),
      inngest.createFunction({ id: 'invocation', triggers: [{ event: 'go' }] }, async ({ step }) => {
        await step.invoke('other', { function: deferred, data: {} })
      }),
      inngest.createFunction({ id: 'race', triggers: [{ event: 'go' }] }, async ({ step, group }) => {
        const both = () => Promise.race([step.run('fast', () => 1), step.sleep('slow', '1h')])
        await group.parallel({ mode: 'race' }, both)
      }),
      inngest.createFunction({ id: 'condition', triggers: [{ event: 'go' }] }, async ({ step }) => {
        await step.waitForEvent('odd', { event: 'x', if: 'event.data.', timeout: '1m' })
      }),
      inngest.createFunction({ id: 'nap', triggers: [{ event: 'go' }] }, async ({ step }) => {
        await step.sleep('nap', 'a while')
      }),
      inngest.createFunction({ id: 'many', triggers: [{ event: 'go' }] }, async ({ step }) => {
        await Promise.all(Array.from({ length: 1_001 }, (_, n) => step.run(`${n}`, () => n)))
      }),
    ]
  })
  await send({ name: 'go' })
  const failure = async (id: string) => {
    const [run] = await ended(id)
    return [run?.state, run?.attempt, run?.error?.message]
  }
  const unsupported = 'which the embedded job engine does not support'
  expect(await failure('signal')).toEqual(['failed', 0, `The step "signal" uses WaitForSignal, ${unsupported}`])
  expect(await failure('invocation')).toEqual(['failed', 0, `The step "other" uses InvokeFunction, ${unsupported}`])
  expect(await failure('race')).toEqual(['failed', 0, `The step "fast" is part of a race, ${unsupported}`])
  expect(await failure('defer')).toEqual(['failed', 0, 'The embedded job engine does not support DeferAdd'])
  expect(await failure('condition')).toEqual([
    'failed',
    0,
    expect.stringContaining('The step "odd" cannot be understood'),
  ])
  expect(await failure('nap')).toEqual(['failed', 0, expect.stringContaining('The step "nap" cannot be understood')])
  expect(await failure('many')).toEqual(['failed', 0, expect.stringContaining('at most 1000 steps')])
  expect(calls).toBe(1)
})

test('a call that reports neither a step nor an end is a failed attempt, which is retried and then fails the run', async () => {
  const { engine, send } = await start((inngest) => [
    inngest.createFunction({ id: 'mute', triggers: [{ event: 'go' }], retries: 2 }, async ({ step }) => {
      const both = await Promise.all([step.run('a', () => 'a'), step.run('b', () => 'b')])
      return both.join()
    }),
  ])
  const empty = { status: 206, headers: {}, body: '[]' }
  const call = vi.spyOn(engine.rt.sdk, 'call').mockResolvedValueOnce(empty)
  onTestFinished(() => call.mockRestore())
  await send({ name: 'go' })
  expect((await ended('mute'))[0]).toMatchObject({ state: 'completed', output: 'a,b' })
  call.mockResolvedValue(empty)
  await send({ name: 'go' })
  const [, failed] = await ended('mute', 2)
  expect(failed).toMatchObject({ state: 'failed', attempt: 2, error: { name: 'NoStep' } })
})
