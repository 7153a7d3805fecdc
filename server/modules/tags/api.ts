import { pagesOf } from '../../core/page/page.ts'
import { bulk } from '../../rest/bulk/declaration.ts'
import { list, route, thenRead, upsert } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { ByAddress } from '../subscribers/schema.ts'
import { addTaggings, removeTaggings } from './bulk.ts'
import { setTagColor } from './colors.ts'
import { deleteTagWithUndo, undeleteTag } from './deletion.ts'
import { tagByAddress, tagSubscriber, untagByAddress, untagSubscriber } from './one-statement.ts'
import {
  BulkTaggedSubscriber,
  ListedTag,
  RemovedTag,
  SubscriberTag,
  Tag,
  TagColorInput,
  TagDetail,
  TagEcho,
  TagFilter,
  TaggedSubscriber,
  TaggedSubscriberFilter,
  TaggingPair,
  TagInput,
  TagRef,
  Topic,
  TopicInput,
} from './schema.ts'
import { createTag, createTags, deleteTags, getTag, listTags, renameTag } from './service.ts'
import { getTaggable, listSubscriberTags, listTaggedSubscribers, restoreTagging } from './tagging.ts'
import { getTagDetail, listTopics, removeTopic, saveTopic } from './topics.ts'

const pairs = {
  takes: 'taggings',
  item: TaggingPair,
  failed: { as: 'tagging', of: TaggingPair, echo: (item: object) => TaggingPair.parse(item) },
} as const

export const tagsApi = [
  list('GET /tags', listTags, {
    summary: 'List tags',
    description: 'Newest first. `include=subscriber_count` adds the number of active subscribers.',
    as: 'tags',
    of: ListedTag,
    query: TagFilter,
  }),
  upsert('POST /tags', createTag, {
    summary: 'Create a tag',
    description: 'A name that exists, ignoring case, answers 200 with its tag.',
    as: 'tag',
    of: Tag,
    body: TagInput,
  }),
  route('GET /tags/:id', getTagDetail, {
    summary: 'Read a tag',
    description: 'With its color, and its texts on the preference page. For its subscribers, list them.',
    as: 'tag',
    of: TagDetail,
  }),
  route('PUT /tags/:id/color', thenRead(setTagColor, getTagDetail), {
    summary: 'Set the color of a tag',
    description: 'Only the dashboard shows it. Null removes it.',
    names_fields: true,
    as: 'tag',
    of: TagDetail,
    body: TagColorInput.pick({ color: true }),
    subject: getTag,
  }),
  route('PUT /tags/:id/topic', thenRead(saveTopic, getTagDetail), {
    summary: 'Offer a tag as a topic',
    description: 'Subscribers add and remove it themselves on their preference page.',
    as: 'tag',
    of: TagDetail,
    body: TopicInput.extend({ description: TopicInput.shape.description.default('') }),
    subject: getTag,
  }),
  route('DELETE /tags/:id/topic', removeTopic, {
    summary: 'Remove a topic',
    description: 'The tag stays, and subscribers keep it. The preference page no longer offers it.',
  }),
  list('GET /topics', pagesOf('topics', listTopics), {
    summary: 'List topics',
    description:
      'Tags that subscribers choose on their preference page, by their name there. Each id is that of the tag.',
    as: 'topics',
    of: Topic,
  }),
  route('PUT /tags/:id', renameTag, {
    summary: 'Rename a tag',
    description:
      'Names are unique in an account, ignoring case. Conditions of emails that name the tag are changed too.',
    as: 'tag',
    of: Tag,
    body: TagInput,
    subject: getTag,
  }),
  route('DELETE /tags/:id', deleteTagWithUndo, {
    summary: 'Delete a tag',
    description: 'All subscribers lose it. Only `tag.deleted` reports it, not an event for each subscriber.',
  }),
  list('GET /tags/:tag_id/subscribers', listTaggedSubscribers, {
    summary: 'List the subscribers of a tag',
    description: 'Active ones unless `status` says otherwise, each with the time of tagging as `tagged_at`.',
    as: 'subscribers',
    of: TaggedSubscriber,
    query: TaggedSubscriberFilter,
    subject: (ctx, { tag_id }) => getTag(ctx, { id: tag_id }),
  }),
  upsert('POST /tags/:tag_id/subscribers', tagByAddress, {
    summary: 'Tag a subscriber by address',
    description: 'The subscriber must exist. 200 if the subscriber has the tag already; `tagged_at` stays as it was.',
    as: 'subscriber',
    of: TaggedSubscriber,
    body: ByAddress,
  }),
  route('DELETE /tags/:tag_id/subscribers', untagByAddress, {
    summary: 'Remove a tag from a subscriber by address',
    description: 'The address can be in the query or in the body.',
    query: ByAddress,
    body: ByAddress,
  }),
  upsert('POST /tags/:tag_id/subscribers/:id', tagSubscriber, {
    summary: 'Tag a subscriber',
    description: '200 if the subscriber has the tag already; `tagged_at` stays as it was.',
    as: 'subscriber',
    of: TaggedSubscriber,
  }),
  route('DELETE /tags/:tag_id/subscribers/:id', untagSubscriber, {
    summary: 'Remove a tag from a subscriber',
    description: 'Also answers 204 if the subscriber does not have the tag.',
  }),
  route('POST /tags/:tag_id/subscribers/:id/restore', restoreTagging, {
    summary: 'Restore a removed tag',
    description: 'Tags the subscriber as of an earlier time, and starts no automation.',
    body: RemovedTag.pick({ tagged_at: true }),
    subject: (ctx, { tag_id }) => getTag(ctx, { id: tag_id }),
  }),
  list('GET /subscribers/:subscriber_id/tags', listSubscriberTags, {
    summary: 'List the tags of a subscriber',
    description: 'Each with the time of tagging as `tagged_at`, the latest first.',
    as: 'tags',
    of: SubscriberTag,
    subject: getTaggable,
  }),
  bulk('POST /bulk/tags', createTags, {
    summary: 'Create many tags',
    description: 'For a name that exists, ignoring case, the answer has the existing tag.',
    takes: 'tags',
    item: TagInput,
    as: 'tags',
    of: Tag,
    key: ({ id }) => String(id),
    failed: {
      as: 'tag',
      of: TagEcho,
      echo: ({ name }) => ({ name: typeof name === 'string' ? name : null, created_at: null }),
    },
  }),
  bulk('DELETE /bulk/tags', deleteTags, {
    summary: 'Delete many tags',
    description: 'They are removed from all subscribers.',
    takes: 'tags',
    item: TagRef,
    failed: { as: 'tag', of: TagRef, echo: (item) => TagRef.parse(item) },
  }),
  bulk('POST /bulk/tags/subscribers', addTaggings, {
    summary: 'Tag many subscribers',
    as: 'subscribers',
    of: BulkTaggedSubscriber,
    ...pairs,
  }),
  bulk('DELETE /bulk/tags/subscribers', removeTaggings, { summary: 'Remove tags from many subscribers', ...pairs }),
  undoOfDeletion('tags', 'a tag', undeleteTag),
]
