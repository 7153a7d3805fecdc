import { list, route, upsert } from '../../rest/route.ts'
import { ByAddress } from '../subscribers/schema.ts'
import {
  ListedTag,
  SubscriberTag,
  Tag,
  TagFilter,
  TaggedSubscriber,
  TaggedSubscriberFilter,
  TagInput,
} from './schema.ts'
import { createTag, getTag, listTags, renameTag } from './service.ts'
import {
  getTaggable,
  listSubscriberTags,
  listTaggedSubscribers,
  tagByAddress,
  tagSubscriber,
  untagByAddress,
  untagSubscriber,
} from './tagging.ts'

export const tagsApi = [
  list(
    'GET /tags',
    { summary: 'List tags', scope: 'read', credential: 'any', as: 'tags', of: ListedTag, query: TagFilter },
    listTags,
  ),
  upsert(
    'POST /tags',
    { summary: 'Create a tag', scope: 'write', credential: 'any', as: 'tag', of: Tag, body: TagInput },
    createTag,
  ),
  route(
    'PUT /tags/:id',
    { summary: 'Rename a tag', scope: 'write', credential: 'any', as: 'tag', of: Tag, body: TagInput, subject: getTag },
    renameTag,
  ),
  list(
    'GET /tags/:tag_id/subscribers',
    {
      summary: 'List the subscribers of a tag',
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
      description: 'The address may come in the query or in the body.',
      scope: 'write',
      credential: 'any',
      query: ByAddress,
      body: ByAddress,
    },
    untagByAddress,
  ),
  upsert(
    'POST /tags/:tag_id/subscribers/:id',
    { summary: 'Tag a subscriber', scope: 'write', credential: 'any', as: 'subscriber', of: TaggedSubscriber },
    tagSubscriber,
  ),
  route(
    'DELETE /tags/:tag_id/subscribers/:id',
    { summary: 'Remove a tag from a subscriber', scope: 'write', credential: 'any' },
    untagSubscriber,
  ),
  list(
    'GET /subscribers/:subscriber_id/tags',
    {
      summary: 'List the tags of a subscriber',
      scope: 'read',
      credential: 'any',
      as: 'tags',
      of: SubscriberTag,
      subject: getTaggable,
    },
    listSubscriberTags,
  ),
]
