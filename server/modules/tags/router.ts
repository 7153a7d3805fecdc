import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id } from '../../core/wire.ts'
import { listVerb, member, router, savedVerb, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { listColoredTags, listTagColors, setTagColor } from './colors.ts'
import { deleteTagWithUndo, undeleteTag } from './deletion.ts'
import { tagSubscriber, untagSubscriber } from './one-statement.ts'
import { ColoredTagFilter, RemovedTag, TagColorInput, TagFilter, TagInput, TopicInput } from './schema.ts'
import { createTag, listTags, renameTag } from './service.ts'
import { restoreTagging } from './tagging.ts'
import { listTopics, removeTopic, saveTopic } from './topics.ts'

const ById = z.object({ id: Id })
const Tagging = z.object({ tag_id: Id, id: BigId })

export const tagsRouter = router({
  list: member('viewer').input(TagFilter.extend(PageQuery.shape)).query(listVerb(listTags)),
  page: member('viewer').input(ColoredTagFilter.extend(PageQuery.shape)).query(listVerb(listColoredTags)),
  colors: member('viewer').query(verb((ctx) => listTagColors(ctx))),
  setColor: member('editor').input(TagColorInput).mutation(verb(setTagColor)),
  create: member('editor').input(TagInput).mutation(savedVerb(createTag)),
  rename: member('editor').input(TagInput.extend(ById.shape)).mutation(verb(renameTag)),
  delete: member('editor').input(Deleting).mutation(verb(deleteTagWithUndo)),
  undelete: member('editor').input(Undeleting).mutation(verb(undeleteTag)),
  tag: member('editor').input(Tagging).mutation(savedVerb(tagSubscriber)),
  topics: member('viewer').query(verb((ctx) => listTopics(ctx))),
  saveTopic: member('editor').input(TopicInput.extend(ById.shape)).mutation(verb(saveTopic)),
  removeTopic: member('editor').input(ById).mutation(verb(removeTopic)),
  untag: member('editor').input(Tagging).mutation(verb(untagSubscriber)),
  restoreTagging: member('editor').input(RemovedTag).mutation(verb(restoreTagging)),
})
