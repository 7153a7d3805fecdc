import { expect, test } from 'vitest'
import { templateTable } from '../../testing/automations/template-table.ts'
import { decide, OFFERED_TO, offered, TEMPLATE_ACTIONS, TEMPLATE_STATES } from './transitions-schema.ts'

test('every action in every state works as listed in the table, and others are refused with a reason [contract 11]', () => {
  const table = templateTable()
  expect(table.size).toBe(13)
  for (const state of TEMPLATE_STATES) {
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: state === 'published' }, action)
      const next = table.get(`${state} ${action}`)
      const name = `${action} in ${state}`
      if (next) expect(decision, name).toMatchObject({ to: next })
      // Developers can publish their automations at any time. The template stays as submitted.
      else if (action === 'change_source') expect(decision, name).toEqual({ to: state, effects: [] })
      else expect(decision, name).toEqual({ refusal: expect.stringMatching(/^The template is .{8,}/) })
    }
  }
})

test('creators adopt the live version while a newer one is a draft, in review or approved', () => {
  for (const state of TEMPLATE_STATES)
    expect(decide({ state, is_live: true }, 'adopt'), state).toEqual({ to: state, effects: [] })
})

test('only publishing makes a version live, and only deletion takes it down', () => {
  for (const state of TEMPLATE_STATES)
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: true }, action)
      const isLiveAfter = 'to' in decision && decision.effects.includes('go_live')
      expect(isLiveAfter, `${action} in ${state}`).toBe(state === 'approved' && action === 'publish')
    }
})

test('pages show each role exactly the actions that the table lists for each state [contract 11]', () => {
  const table = templateTable()
  const roles = ['developer', 'reviewer', 'creator'] as const
  // Publishing an automation changes the source. It is always possible, and not a button of the template.
  expect(roles.flatMap((role) => OFFERED_TO[role]).sort()).toEqual(
    TEMPLATE_ACTIONS.filter((action) => action !== 'change_source').sort(),
  )
  for (const state of TEMPLATE_STATES)
    for (const role of roles) {
      const listed = OFFERED_TO[role].filter((action) => table.has(`${state} ${action}`))
      expect(offered({ state, is_live: state === 'published' }, role), `${role} in ${state}`).toEqual(listed)
      // Creators adopt the earlier published version while the next one is in progress.
      if (role !== 'creator') expect(offered({ state, is_live: true }, role)).toEqual(listed)
      else expect(offered({ state, is_live: true }, role)).toEqual(['adopt'])
    }
})
