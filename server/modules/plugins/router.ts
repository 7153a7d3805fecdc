import { z } from 'zod'
import { member, router, verb } from '../../trpc/init.ts'
import { renderBlock } from './blocks.ts'
import { listMedia, recordPlacedMedia } from './media.ts'
import { listOptions } from './options.ts'
import { BlockInput, MediaInput, OptionsInput, PlacedInput } from './schema.ts'
import { listPlugins } from './service.ts'

const editor = member('editor')

/** Calls to an app's server are mutations, because they may have side effects there. */
export const pluginsRouter = router({
  list: member('viewer').input(z.object({})).query(verb(listPlugins)),
  render: editor.input(BlockInput).mutation(verb(renderBlock)),
  options: editor.input(OptionsInput).mutation(verb(listOptions)),
  media: editor.input(MediaInput).mutation(verb(listMedia)),
  placed: editor.input(PlacedInput).mutation(verb(recordPlacedMedia)),
})
