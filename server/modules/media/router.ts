import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { deleteImageWithUndo, undeletePicture } from './deletion.ts'
import { getPicture, listPictures, readMediaStorage } from './records.ts'
import { Crop, PictureChange, PictureFilter } from './schema.ts'
import { addCrop, updatePicture } from './service.ts'
import { findPictureUses } from './uses.ts'

const ById = z.object({ id: Id })

export const mediaRouter = router({
  list: member('viewer').input(PictureFilter).query(verb(listPictures)),
  get: member('viewer').input(ById).query(verb(getPicture)),
  uses: member('viewer').input(ById).query(verb(findPictureUses)),
  storage: member('viewer').query(({ ctx }) => readMediaStorage(ctx.account)),
  update: member('editor').input(PictureChange).mutation(verb(updatePicture)),
  crop: member('editor').input(Crop).mutation(verb(addCrop)),
  remove: member('editor').input(Deleting).mutation(verb(deleteImageWithUndo)),
  undelete: member('editor').input(Undeleting).mutation(verb(undeletePicture)),
})
