import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { administrator, anyone, member, router, verb } from '../../trpc/init.ts'
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
} from './develop/develop.ts'
import { deleteLogo, setLogo } from './develop/logo-upload.ts'
import { addPlugin, changePlugin, deletePlugin, orderPlugins } from './develop/plugins.ts'
import { addScreenshot, deleteScreenshot, describeScreenshot, orderScreenshots } from './develop/screenshots.ts'
import { submitApp, withdrawApp } from './develop/submission.ts'
import {
  AccessInput,
  ByScreenshot,
  EventsInput,
  ListingInput,
  LogoInput,
  NewApp,
  NewScreenshot,
  PluginSignIn,
  ScreenshotOrder,
  ScreenshotText,
} from './develop-schema.ts'
import { findOwnInstallation, listInstalledApps } from './installations/installations.ts'
import { ByPlugin, NewPlugin, PluginChange, PluginOrder } from './plugin-form-schema.ts'
import { getForReview } from './review/review.ts'
import { discardChanges } from './review/revision.ts'
import { ById, StoreFilter } from './schema.ts'
import { getListing, listStore } from './store/store.ts'

const developer = member('admin')

const developRouter = router({
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
  removeLogo: developer.input(ById).mutation(verb(deleteLogo)),
  addScreenshot: developer.input(NewScreenshot).mutation(verb(addScreenshot)),
  describeScreenshot: developer.input(ScreenshotText).mutation(verb(describeScreenshot)),
  removeScreenshot: developer.input(ByScreenshot).mutation(verb(deleteScreenshot)),
  orderScreenshots: developer.input(ScreenshotOrder).mutation(verb(orderScreenshots)),
  addPlugin: developer.input(NewPlugin).mutation(verb(addPlugin)),
  changePlugin: developer.input(PluginChange).mutation(verb(changePlugin)),
  removePlugin: developer.input(ByPlugin).mutation(verb(deletePlugin)),
  orderPlugins: developer.input(PluginOrder).mutation(verb(orderPlugins)),
  submit: developer.input(ById).mutation(verb(submitApp)),
  discardChanges: developer.input(ById).mutation(verb(discardChanges)),
  withdraw: developer.input(ById).mutation(verb(withdrawApp)),
  delete: developer.input(ById).mutation(verb(deleteApp)),
})

/** Decisions about an app and its templates are in the module automation-templates (`app_reviews`). */
const reviewRouter = router({
  get: administrator.input(ById).query(verb(getForReview)),
})

export const appsRouter = router({
  store: anyone
    .input(StoreFilter)
    .query(({ ctx, input }) => listStore(ctx.service, { ...input, account_id: ctx.account?.account_id ?? null })),
  listing: anyone.input(ById).query(({ ctx, input }) =>
    getListing(ctx.service, {
      ...input,
      account_id: ctx.account?.account_id ?? null,
      is_admin: ctx.user?.is_admin ?? false,
    }),
  ),
  installed: member('viewer').query(verb((ctx) => listInstalledApps(ctx))),
  installation: member('viewer')
    .input(z.object({ app_id: Id }))
    .query(verb(findOwnInstallation)),
  develop: developRouter,
  review: reviewRouter,
})
