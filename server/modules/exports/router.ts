import { member, router, verb } from '../../trpc/init.ts'
import { ExportFilter, ExportId, NewExport } from './schema.ts'
import {
  cancelExport,
  deleteExport,
  listExports,
  repeatExport,
  requestAccountExport,
  requestExport,
} from './service.ts'

export const exportsRouter = router({
  list: member('editor').input(ExportFilter).query(verb(listExports)),
  request: member('editor').input(NewExport).mutation(verb(requestExport)),
  requestAccount: member('admin')
    .meta({ works_until_deletion: true })
    .mutation(({ ctx }) => requestAccountExport(ctx.account)),
  repeat: member('editor').input(ExportId).mutation(verb(repeatExport)),
  cancel: member('editor').input(ExportId).mutation(verb(cancelExport)),
  remove: member('editor').input(ExportId).mutation(verb(deleteExport)),
})
