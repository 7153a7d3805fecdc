import { z } from 'zod'
import { member, router, verb } from '../../trpc/init.ts'
import {
  createApp,
  deleteApp,
  getOwnApp,
  listOwnApps,
  rotateSecret,
  saveAccess,
  saveEvents,
  saveListing,
  savePluginSignIn,
  setConfidential,
} from './develop.ts'
import { AccessInput, EventsInput, ListingInput, LogoInput, NewApp, PluginSignIn } from './develop-schema.ts'
import { removeLogo, setLogo } from './logo-upload.ts'
import { ByPlugin, NewPlugin, PluginChange, PluginOrder } from './plugin-form-schema.ts'
import { addPlugin, changePlugin, orderPlugins, removePlugin } from './plugins.ts'
import { ById } from './schema.ts'
import { submitApp, withdrawApp } from './submission.ts'

const developer = member('admin')

export const developRouter = router({
  list: developer.query(verb((ctx) => listOwnApps(ctx))),
  get: developer.input(ById).query(verb(getOwnApp)),
  create: developer.input(NewApp).mutation(verb(createApp)),
  saveListing: developer.input(ListingInput).mutation(verb(saveListing)),
  saveAccess: developer.input(AccessInput).mutation(verb(saveAccess)),
  savePluginSignIn: developer.input(PluginSignIn).mutation(verb(savePluginSignIn)),
  saveEvents: developer.input(EventsInput).mutation(verb(saveEvents)),
  rotateSecret: developer.input(ById).mutation(verb(rotateSecret)),
  setConfidential: developer.input(ById.extend({ confidential: z.boolean() })).mutation(verb(setConfidential)),
  setLogo: developer.input(LogoInput).mutation(verb(setLogo)),
  removeLogo: developer.input(ById).mutation(verb(removeLogo)),
  addPlugin: developer.input(NewPlugin).mutation(verb(addPlugin)),
  changePlugin: developer.input(PluginChange).mutation(verb(changePlugin)),
  removePlugin: developer.input(ByPlugin).mutation(verb(removePlugin)),
  orderPlugins: developer.input(PluginOrder).mutation(verb(orderPlugins)),
  submit: developer.input(ById).mutation(verb(submitApp)),
  withdraw: developer.input(ById).mutation(verb(withdrawApp)),
  delete: developer.input(ById).mutation(verb(deleteApp)),
})
