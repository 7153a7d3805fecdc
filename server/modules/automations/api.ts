import { route } from '../../rest/route.ts'
import { reportEvents } from './apps/events.ts'
import { EventInput, EventResult } from './schema.ts'

export const automationsApi = [
  route(
    'POST /automation_events',
    {
      summary: 'Report events to automations',
      description:
        'Subscribers enter automations that start with this event, continue where they wait for it, and reach goals. `name` is any ' +
        'name that automations use. An app may give `plugin` instead, to push events of its own plugin. Unknown subscribers are skipped.',
      scope: 'write',
      credential: 'any',
      status: 202,
      as: 'automation_events',
      of: EventResult,
      body: EventInput,
    },
    reportEvents,
  ),
]
