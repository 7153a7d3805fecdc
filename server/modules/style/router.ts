import { member, router, verb } from '../../trpc/init.ts'
import { StyleInput } from './schema.ts'
import { getStyle, removeStyle, saveStyle } from './service.ts'

export const styleRouter = router({
  get: member('viewer').query(({ ctx }) => getStyle(ctx.account)),
  save: member('editor').input(StyleInput).mutation(verb(saveStyle)),
  remove: member('editor').mutation(({ ctx }) => removeStyle(ctx.account)),
})
