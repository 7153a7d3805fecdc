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
  scope: 'write',
  takes: 'taggings',
  item: TaggingPair,
  failed: { as: 'tagging', of: TaggingPair, echo: (item: object) => TaggingPair.parse(item) },
} as const

export const tagsApi = [
  list(
    'GET /tags',
    {
      summary: 'List tags',
      description: 'Newest first. `include=subscriber_count` adds the number of active subscribers.',
      scope: 'read',
      credential: 'any',
      as: 'tags',
      of: ListedTag,
      query: TagFilter,
    },
    listTags,
  ),
  upsert(
    'POST /tags',
    {
      summary: 'Create a tag',
      description: 'A name that exists, ignoring case, answers 200 with its tag.',
      scope: 'write',
      credential: 'any',
      as: 'tag',
      of: Tag,
      body: TagInput,
    },
    createTag,
  ),
  route(
    'GET /tags/:id',
    {
      summary: 'Read a tag',
      description: 'With its color, and its texts on the preference page. For its subscribers, list them.',
      scope: 'read',
      credential: 'any',
      as: 'tag',
      of: TagDetail,
    },
    getTagDetail,
  ),
  route(
    'PUT /tags/:id/color',
    {
      summary: 'Set the color of a tag',
      description: 'Only the dashboard shows it. Null removes it.',
      scope: 'write',
      credential: 'any',
      names_fields: true,
      as: 'tag',
      of: TagDetail,
      body: TagColorInput.pick({ color: true }),
      subject: getTag,
    },
    thenRead(setTagColor, getTagDetail),
  ),
  route(
    'PUT /tags/:id/topic',
    {
      summary: 'Offer a tag as a topic',
      description: 'Subscribers add and remove it themselves on their preference page.',
      scope: 'write',
      credential: 'any',
      as: 'tag',
      of: TagDetail,
      body: TopicInput.extend({ description: TopicInput.shape.description.default('') }),
      subject: getTag,
    },
    thenRead(saveTopic, getTagDetail),
  ),
  route(
    'DELETE /tags/:id/topic',
    {
      summary: 'Remove a topic',
      description: 'The tag stays, and subscribers keep it. The preference page no longer offers it.',
      scope: 'write',
      credential: 'any',
    },
    removeTopic,
  ),
  list(
    'GET /topics',
    {
      summary: 'List topics',
      description:
        'Tags that subscribers choose on their preference page, by their name there. Each id is that of the tag.',
      scope: 'read',
      credential: 'any',
      as: 'topics',
      of: Topic,
    },
    pagesOf('topics', listTopics),
  ),
  route(
    'PUT /tags/:id',
    {
      summary: 'Rename a tag',
      description:
        'Names are unique in an account, ignoring case. Conditions of emails that name the tag are changed too.',
      scope: 'write',
      credential: 'any',
      as: 'tag',
      of: Tag,
      body: TagInput,
      subject: getTag,
    },
    renameTag,
  ),
  route(
    'DELETE /tags/:id',
    {
      summary: 'Delete a tag',
      description: 'All subscribers lose it. Only `tag.deleted` reports it, not an event for each subscriber.',
      scope: 'write',
      credential: 'any',
    },
    deleteTagWithUndo,
  ),
  list(
    'GET /tags/:tag_id/subscribers',
    {
      summary: 'List the subscribers of a tag',
      description: 'Active ones unless `status` says otherwise, each with the time of tagging as `tagged_at`.',
      scope: 'read',
      credential: 'any',
      as: 'subscribers',
      of: TaggedSubscriber,
      query: TaggedSubscriberFilter,
      subject: (ctx, { tag_id }) => getTag(ctx, { id: tag_id }),
    },
    listTaggedSubscribers,
  ),
  upsert(
    'POST /tags/:tag_id/subscribers',
    {
      summary: 'Tag a subscriber by address',
      description: 'The subscriber must exist. 200 if the subscriber has the tag already; `tagged_at` stays as it was.',
      scope: 'write',
      credential: 'any',
      as: 'subscriber',
      of: TaggedSubscriber,
      body: ByAddress,
    },
    tagByAddress,
  ),
  route(
    'DELETE /tags/:tag_id/subscribers',
    {
      summary: 'Remove a tag from a subscriber by address',
      description: 'The address can be in the query or in the body.',
      scope: 'write',
      credential: 'any',
      query: ByAddress,
      body: ByAddress,
    },
    untagByAddress,
  ),
  upsert(
    'POST /tags/:tag_id/subscribers/:id',
    {
      summary: 'Tag a subscriber',
      description: '200 if the subscriber has the tag already; `tagged_at` stays as it was.',
      scope: 'write',
      credential: 'any',
      as: 'subscriber',
      of: TaggedSubscriber,
    },
    tagSubscriber,
  ),
  route(
    'DELETE /tags/:tag_id/subscribers/:id',
    {
      summary: 'Remove a tag from a subscriber',
      description: 'Also answers 204 if the subscriber does not have the tag.',
      scope: 'write',
      credential: 'any',
    },
    untagSubscriber,
  ),
  route(
    'POST /tags/:tag_id/subscribers/:id/restore',
    {
      summary: 'Restore a removed tag',
      description: 'Tags the subscriber as of an earlier time, and starts no automation.',
      scope: 'write',
      credential: 'any',
      body: RemovedTag.pick({ tagged_at: true }),
      subject: (ctx, { tag_id }) => getTag(ctx, { id: tag_id }),
    },
    restoreTagging,
  ),
  list(
    'GET /subscribers/:subscriber_id/tags',
    {
      summary: 'List the tags of a subscriber',
      description: 'Each with the time of tagging as `tagged_at`, the latest first.',
      scope: 'read',
      credential: 'any',
      as: 'tags',
      of: SubscriberTag,
      subject: getTaggable,
    },
    listSubscriberTags,
  ),
  bulk(
    'POST /bulk/tags',
    {
      summary: 'Create many tags',
      description: 'For a name that exists, ignoring case, the answer has the existing tag.',
      scope: 'write',
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
    },
    createTags,
  ),
  bulk(
    'DELETE /bulk/tags',
    {
      summary: 'Delete many tags',
      description: 'They are removed from all subscribers.',
      scope: 'write',
      takes: 'tags',
      item: TagRef,
      failed: { as: 'tag', of: TagRef, echo: (item) => TagRef.parse(item) },
    },
    deleteTags,
  ),
  bulk(
    'POST /bulk/tags/subscribers',
    { summary: 'Tag many subscribers', as: 'subscribers', of: BulkTaggedSubscriber, ...pairs },
    addTaggings,
  ),
  bulk('DELETE /bulk/tags/subscribers', { summary: 'Remove tags from many subscribers', ...pairs }, removeTaggings),
  undoOfDeletion('tags', 'a tag', undeleteTag),
]
