import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { Restoring } from '../revisions/schema.ts'
import { StyleInput } from '../style/schema.ts'
import { setPostSlug } from './address/address.ts'
import { deletePostWithUndo, undeletePost } from './deletion.ts'
import {
  PostChange,
  PostFilter,
  PostInput,
  PostPreviewInput,
  PostSharesInput,
  Publishing,
  SiteLook,
  SlugInput,
} from './schema.ts'
import {
  createPost,
  discardUntouched,
  getEditedPost,
  listWrittenPosts,
  publishPost,
  restorePost,
  savePost,
  unpublishPost,
} from './service.ts'
import { countShares, previewPost } from './site/preview.ts'
import { previewSite } from './site/site-preview.ts'
import { previewStyledPost } from './site/style-preview.ts'

const ById = z.object({ id: Id })

export const postsRouter = router({
  list: member('viewer').input(PostFilter.extend(PageQuery.shape)).query(listVerb(listWrittenPosts)),
  get: member('viewer').input(ById).query(verb(getEditedPost)),
  create: member('editor').input(PostInput).mutation(verb(createPost)),
  save: member('editor').input(PostChange.extend(ById.shape)).mutation(verb(savePost)),
  publish: member('editor').input(Publishing).mutation(verb(publishPost)),
  setSlug: member('editor').input(SlugInput).mutation(verb(setPostSlug)),
  preview: member('viewer').input(PostPreviewInput).mutation(verb(previewPost)),
  countShares: member('viewer').input(PostSharesInput).mutation(verb(countShares)),
  previewSite: member('viewer').input(SiteLook).query(verb(previewSite)),
  previewStyle: member('viewer').input(StyleInput).query(verb(previewStyledPost)),
  unpublish: member('editor').input(ById).mutation(verb(unpublishPost)),
  restore: member('editor').input(Restoring).mutation(verb(restorePost)),
  delete: member('editor').input(Deleting).mutation(verb(deletePostWithUndo)),
  undelete: member('editor').input(Undeleting).mutation(verb(undeletePost)),
  discardUntouched: member('editor').input(ById).mutation(verb(discardUntouched)),
})
