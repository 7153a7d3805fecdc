import { expect, test } from 'vitest'
import { templateTable } from '../../testing/automations/template-table.ts'
import { decide, OFFERED_TO, offered, TEMPLATE_ACTIONS, TEMPLATE_STATES } from './transitions-schema.ts'

test('every action in every state does what the table lists, and is refused with a reason otherwise [contract 11]', () => {
  const table = templateTable()
  expect(table.size).toBe(13)
  for (const state of TEMPLATE_STATES) {
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: state === 'published' }, action)
      const next = table.get(`${state} ${action}`)
      const name = `${action} in ${state}`
      if (next) expect(decision, name).toMatchObject({ to: next })
      // Developers publish their automations whenever they like: the template stays as it was submitted.
      else if (action === 'change_source') expect(decision, name).toEqual({ to: state, effects: [] })
      else expect(decision, name).toEqual({ refusal: expect.stringMatching(/^The template is .{8,}/) })
    }
  }
})

test('creators adopt the live version while a newer one is a draft, in review or approved', () => {
  for (const state of TEMPLATE_STATES)
    expect(decide({ state, is_live: true }, 'adopt'), state).toEqual({ to: state, effects: [] })
})

test('only publishing makes a version live, and nothing takes it down but deletion', () => {
  for (const state of TEMPLATE_STATES)
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: true }, action)
      const goes_live = 'to' in decision && decision.effects.includes('go_live')
      expect(goes_live, `${action} in ${state}`).toBe(state === 'approved' && action === 'publish')
    }
})

test('pages offer each user exactly what the table lists for them in each state [contract 11]', () => {
  const table = templateTable()
  const roles = ['developer', 'reviewer', 'creator'] as const
  // A source is changed by publishing it, which is always possible, and is no button of a template.
  expect(roles.flatMap((role) => OFFERED_TO[role]).sort()).toEqual(
    TEMPLATE_ACTIONS.filter((action) => action !== 'change_source').sort(),
  )
  for (const state of TEMPLATE_STATES)
    for (const role of roles) {
      const listed = OFFERED_TO[role].filter((action) => table.has(`${state} ${action}`))
      expect(offered({ state, is_live: state === 'published' }, role), `${role} in ${state}`).toEqual(listed)
      // The version that was published before is adopted while the next one is made.
      if (role !== 'creator') expect(offered({ state, is_live: true }, role)).toEqual(listed)
      else expect(offered({ state, is_live: true }, role)).toEqual(['adopt'])
    }
})
