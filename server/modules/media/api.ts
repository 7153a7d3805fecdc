import { z } from 'zod'
import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { addImage } from './copy.ts'
import { deleteImage, undeletePicture } from './deletion.ts'
import { getPicture, listImages } from './records.ts'
import { Crop, ImageDeletion, ImageInput, ImageQuery, Picture, PictureChange, PictureUse } from './schema.ts'
import { addCrop, updatePicture } from './service.ts'
import { findPictureUses } from './uses.ts'

const write = { scope: 'files:write', names_fields: true } as const

export const mediaApi = [
  list('GET /images', listImages, {
    summary: 'List images',
    description: 'The library, newest first. `search` finds names and alternative texts.',
    as: 'images',
    of: Picture,
    query: ImageQuery,
  }),
  route('POST /images', addImage, {
    ...write,
    summary: 'Add an image',
    description:
      'Send the image as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 20 MB. For a file that the library has, the answer is that image.',
    status: 201,
    as: 'image',
    of: Picture,
    body: ImageInput,
    form_file: 'file',
  }),
  route('GET /images/:id', getPicture, {
    summary: 'Read an image',
    description: 'With its sizes.',
    as: 'image',
    of: Picture,
  }),
  route('PUT /images/:id', updatePicture, {
    ...write,
    summary: 'Change an image',
    description: 'Changes only the properties in the body. Its addresses stay.',
    as: 'image',
    of: Picture,
    body: PictureChange.omit({ id: true }),
    subject: getPicture,
  }),
  route('DELETE /images/:id', deleteImage, {
    ...write,
    summary: 'Delete an image',
    description: 'Emails that were sent with it show a gap. 409 if it is used, unless `even_if_used` is true.',
    query: ImageDeletion,
  }),
  route('GET /images/:id/uses', findPictureUses, {
    summary: 'List the uses of an image',
    description: 'Up to 100 emails, posts, forms and other places that show it in any size.',
    as: 'uses',
    of: z.array(PictureUse),
  }),
  route('POST /images/:id/crop', addCrop, {
    ...write,
    summary: 'Crop an image',
    description:
      'Adds a part of the image as a new one; emails with the original keep it. Pixels are of its largest file.',
    status: 201,
    as: 'image',
    of: Picture,
    body: Crop.omit({ id: true }),
    subject: getPicture,
  }),
  undoOfDeletion('images', 'an image', undeletePicture),
]
