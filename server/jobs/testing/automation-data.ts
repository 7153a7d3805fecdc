import { manyRows } from '../../testing/database/many-rows.ts'
import { accounts, expired, FIRST, MANY, OLD, rows, subscribers, type Work } from './many-of.ts'

export const GROWING_AUTOMATIONS: Record<string, Work> = {
  'automations/evaluate-triggers': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'segment', 1, { id: '1', definition: `'{"all":[],"counting_mode":"raw"}'` })
    await rows(account_id, 'automation_segment', 1, { segment_id: '1', evaluated_at: OLD, after_id: 'null' })
    const listener = { automation_id: '1', version: '1', step_id: `'t'`, number: '0', purpose: `'entry'` }
    await rows(account_id, 'automation_listener', 1, { ...listener, type: `'segment_entered'`, object: `'1'` })
    const graph = `'{"triggers":[],"first":null,"steps":[]}'`
    await rows(account_id, 'automation_version', 1, { automation_id: '1', version: '1', reentry: `'never'`, graph })
    await rows(account_id, 'automation', 1, { id: '1', version: '1', state: `'live'` })
    return {}
  },
  'automations/request-evaluations': async () => {
    await accounts('automation_listener', 510, { automation_id: '1', type: `'date_reached'` })
    return undefined
  },
  'automations/requeue-stalled': async (account_id) => {
    await rows(account_id, 'automation', 510, { id: `${FIRST} + n`, state: `'live'` })
    const due = { automation_id: `${FIRST} + n`, subscriber_id: 'n', state: `'ready'`, due_at: OLD, ended_at: 'null' }
    await rows(account_id, 'automation_run', 510, due)
    return undefined
  },
  'automations/requeue-emails': async (account_id) => {
    await rows(account_id, 'automation_email', 510, { id: `${FIRST} + n`, automation_id: `${FIRST} + n` })
    const open = { kind: `'automation_email'`, automation_email_id: `${FIRST} + n`, completed_at: 'null' }
    await rows(account_id, 'mail', 510, { id: `${FIRST} + 20000 + n`, ...open })
    return undefined
  },
  'automations/call-apps': async (account_id) => {
    await rows(account_id, 'automation', 1, { id: '1', state: `'live'`, deleted_at: 'null' })
    // The waiting runs have been deleted.
    const queued = { automation_id: '1', step_id: `'a'`, plugin_id: '1', settings: `'{}'`, next_attempt_at: OLD }
    await rows(account_id, 'automation_call', 250, { id: 'gen_random_uuid()', ...queued, state: `'queued'` })
    return undefined
  },
  'automations/make-calls': async (account_id) => {
    await rows(account_id, 'automation', 1, { id: '1', state: `'live'`, deleted_at: 'null' })
    const queued = { automation_id: '1', step_id: `'a'`, plugin_id: '1', settings: `'{}'`, next_attempt_at: OLD }
    await rows(account_id, 'automation_call', 250, { id: 'gen_random_uuid()', ...queued, state: `'queued'` })
    return { automation_id: 1 }
  },
  'automations/purge-listeners': async (account_id) => {
    await rows(account_id, 'automation', 510, { id: `${FIRST} + n`, version: '2', state: `'live'` })
    const old = { automation_id: `${FIRST} + n`, version: '1', step_id: `'w'`, number: '0', purpose: `'wait'` }
    await rows(account_id, 'automation_listener', 510, { ...old, type: `'tag_added'`, object: `'1'` })
    return undefined
  },
  'automations/pull-events': async (account_id) => {
    await rows(account_id, 'automation', 1, { id: '1', state: `'paused'`, deleted_at: 'null' })
    await manyRows('app_plugin', 1, { id: `${FIRST}`, app_id: '1', kind: `'automation_event'` })
    const node = { automation_id: '1', plugin_id: `${FIRST}`, settings_key: `'x'`, settings: `'{}'` }
    await rows(account_id, 'automation_pull', MANY, { ...node, step_id: `'s' || n`, next_at: OLD, claim: 'null' })
    return undefined
  },
  'automations/send-notices': async (account_id) => {
    await rows(account_id, 'automation_notice', 210, {
      automation_id: '1',
      user_id: `${FIRST} + n`,
      step_id: `'a'`,
      message: `'Hi'`,
      arrived: '1',
    })
    return undefined
  },
  'automations/run-task': async (account_id) => {
    await subscribers(account_id, MANY)
    await rows(account_id, 'automation', 1, { id: '1', version: '2', state: `'live'` })
    const graph = `'{"triggers":[],"first":"a","steps":[{"id":"a","kind":"wait","wait":{"for":"duration","minutes":5}}]}'`
    await rows(account_id, 'automation_version', 2, { automation_id: '1', version: 'n', graph })
    const inside = { automation_id: '1', subscriber_id: 'n', version: '1', state: `'waiting'`, step_id: `'a'` }
    await rows(account_id, 'automation_run', MANY, { id: 'n', ...inside })
    const input = `'{"kind":"migrate","from_version":1,"to_version":2,"to":{}}'`
    await rows(account_id, 'automation_task', 1, { id: '1', automation_id: '1', kind: `'migrate'`, input })
    return { automation_task_id: 1 }
  },
  'automations/end-runs': async (account_id) => {
    await rows(account_id, 'automation', 1, { id: '1', deleted_at: OLD })
    await rows(account_id, 'automation_run', MANY, {
      id: 'n',
      automation_id: '1',
      subscriber_id: 'n',
      state: `'waiting'`,
    })
    return { automation_id: 1 }
  },
  'automation-templates/submit-changed-sources': async (account_id) => {
    await rows(account_id, 'automation', 1, { id: '1', version: '2' })
    const graph = `'{"triggers":[],"first":null,"steps":[]}'`
    await rows(account_id, 'automation_version', 1, { automation_id: '1', version: '2', reentry: `'never'`, graph })
    const states = { state: `'published'`, version: '1', live_version: '1', app_id: '1', automation_id: '1' }
    await rows(account_id, 'automation_template', 400, { id: `${FIRST} + n`, ...states })
    const version = { template_id: `${FIRST} + n`, version: '1', source_version: '1' }
    await rows(account_id, 'automation_template_version', 400, version)
    return { automation_id: 1 }
  },
  'automation-tasks/purge-expired': expired('automation_task', {
    account_id: '$account',
    id: 'n',
    automation_id: '1',
    ended_at: OLD,
  }),
}

export const LIMITED_AUTOMATIONS: Record<string, Work> = {
  'automation-tasks/requeue-stalled': async (account_id) => {
    await rows(account_id, 'automation_task', 510, { id: 'n', automation_id: '1', state: `'running'`, updated_at: OLD })
    return undefined
  },
}
