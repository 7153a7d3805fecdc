import { route } from '../../rest/route.ts'
import { uninstallApp } from './uninstall/uninstall.ts'

export const installsApi = [
  route('DELETE /installations/:installation_id', uninstallApp, {
    scope: 'team:write',
    role: 'admin',
    summary: 'Uninstall an app',
    description: 'Its tokens end with this answer. What it created stays.',
  }),
]
