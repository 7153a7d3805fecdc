import type { DashboardContext } from '../auth/dashboard-context.ts'
import { clock } from '../core/clock.ts'
import { createCaller } from '../trpc/root.ts'
import type { TestAccount } from './account.ts'

/** Returns the dashboard's procedures as called by the account's owner, or with another context of the account. */
export const dashboard = (
  account: TestAccount,
  ctx = account.ctx,
  {
    is_admin = false,
    session_id = 's',
    ...state
  }: { is_admin?: boolean; session_id?: string } & Pick<DashboardContext, 'deletes_at' | 'view'> = {},
) =>
  createCaller({
    user: {
      id: account.user_id,
      email: account.email,
      name: null,
      is_admin,
      session_id,
      confirmed_at: clock.now(),
      has_second_factor: true,
    },
    account: ctx,
    ...state,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'test',
  })
