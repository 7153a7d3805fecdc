import { exportAccounts } from '@/server/modules/admin/accounts/csv.ts'
import { AccountsFilter } from '@/server/modules/admin/accounts-schema.ts'
import { csvDownload } from '../csv-download.ts'

export const downloadAccountList = csvDownload({
  page: '/admin/accounts',
  name: 'list of accounts',
  file: 'accounts.csv',
  filter: AccountsFilter,
  lines: exportAccounts,
})
