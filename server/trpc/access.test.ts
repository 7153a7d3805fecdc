import { beforeAll, describe, expect, test } from 'vitest'
import { isAtLeast, type Role } from '../core/context.ts'
import { type TestAccount, testAccount, withRole } from '../testing/account.ts'
import type { ProcedureMeta } from './init.ts'
import { appRouter, createCaller } from './root.ts'

// Calls every procedure as each kind of caller, with an input that no schema accepts: the response is then the guard's refusal or, after the
// guard, the schema's. New procedures are covered without a change here.

type Procedure = { _def: { type: 'query' | 'mutation'; inputs: unknown[]; meta?: Partial<ProcedureMeta> } }

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)

type Caller = 'no one' | 'without account' | 'viewer' | 'editor' | 'admin' | 'owner' | 'administrator'
const CALLERS: Caller[] = ['no one', 'without account', 'viewer', 'editor', 'admin', 'owner', 'administrator']
const isRole = (caller: Caller): caller is Role => ['viewer', 'editor', 'admin', 'owner'].includes(caller)

/** Returns the response of the guard that a procedure declares; undefined if the call passes. */
function refusalOf(access: ProcedureMeta['access'], caller: Caller): string | undefined {
  if (access === 'anyone') return undefined
  if (access === 'administrator') return caller === 'administrator' ? undefined : 'NOT_FOUND'
  if (caller === 'no one') return 'UNAUTHORIZED'
  if (access === 'signed_in') return undefined
  return isRole(caller) && isAtLeast(caller, access) ? undefined : 'FORBIDDEN'
}

let account: TestAccount
beforeAll(async () => {
  account = await testAccount()
})

const callerOf = (caller: Caller) =>
  createCaller({
    user:
      caller === 'no one'
        ? null
        : {
            id: account.user_id,
            email: account.email,
            name: null,
            is_admin: caller === 'administrator',
            session_id: '00000000-0000-4000-8000-000000000000',
            confirmed_at: new Date(),
          },
    account: isRole(caller) ? withRole(account, caller) : null,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'test',
  })

/** An input that no schema accepts. */
const NO_INPUT = Symbol('no input')

async function answerOf(caller: Caller, path: string): Promise<string | undefined> {
  const called = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], callerOf(caller)) as (
    input: unknown,
  ) => Promise<unknown>
  try {
    await called(NO_INPUT)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

describe('every procedure of the dashboard', () => {
  test('declares who may call it', () => {
    expect(procedures.flatMap(([path, { _def }]) => (_def.meta?.access ? [] : path))).toEqual([])
    expect(procedures.length).toBeGreaterThan(200)
  })

  test.each(CALLERS)('refuses %s as it declares, and lets them pass otherwise', async (caller) => {
    const wrong: string[] = []
    for (const [path, { _def }] of procedures) {
      const { access } = _def.meta ?? {}
      if (!access) continue
      const expected = refusalOf(access, caller)
      // Without a schema to refuse the input, an allowed call would run.
      if (expected === undefined && _def.inputs.length === 0) continue
      const answer = await answerOf(caller, path)
      if (answer !== (expected ?? 'BAD_REQUEST'))
        wrong.push(`${path} (${access}) answers ${answer}, not ${expected ?? 'BAD_REQUEST'}`)
    }
    expect(wrong).toEqual([])
  })
})

test('procedures below "admin" that change the instance are for administrators', () => {
  const open = procedures.flatMap(([path, { _def }]) =>
    path.startsWith('admin.') && _def.meta?.access !== 'administrator' ? path : [],
  )
  expect(open).toEqual([])
})
