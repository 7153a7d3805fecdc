import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { listInstalledApps } from './installations/installations.ts'
import { InstalledApp } from './schema.ts'

export const appsApi = [
  route('GET /installations', (ctx) => listInstalledApps(ctx), {
    summary: 'List installed apps',
    description: 'With what they may do and when they last did, newest first.',
    as: 'installations',
    of: z.array(InstalledApp),
  }),
]
