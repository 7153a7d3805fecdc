import { z } from 'zod'
import { Flag, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { hyphenSlug } from '../../lib/text/slug.ts'
import { Replacing } from '../revisions/schema.ts'
import { SITE_LAYOUTS } from '../sites/values-schema.ts'
import { MAX_TOPICS } from './values-schema.ts'

export const POST_STATUSES = ['draft', 'scheduled', 'published'] as const
export const PostStatus = z.enum(POST_STATUSES)

/** A broadcast on the web, or a web-only text (contract 8.12). */
export const Post = named('Post', {
  id: z.int(),
  publication_id: z.int().meta({ description: 'The same as that of the broadcast, if it was sent.' }),
  created_at: Timestamp,
  title: z.string(),
  slug: z.string().nullable(),
  description: z.string().nullable(),
  meta_description: z.string().nullable(),
  status: PostStatus,
  published_at: Timestamp.nullable(),
  sent_at: Timestamp.nullable().meta({ description: 'Null for a post that was not sent by email.' }),
  thumbnail_alt: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  is_paid: z.boolean(),
  product_id: z.int().nullable(),
  public_url: z.string().nullable().meta({ description: 'Null until it is published.' }),
  content: z.string().nullable().meta({ description: 'HTML as visitors see it: Liquid renders its defaults.' }),
})
export type Post = z.infer<typeof Post>

/** `content` is present with `include_content`. */
export const ListedPost = Post.partial({ content: true }).meta({ id: 'ListedPost' })
export type ListedPost = z.infer<typeof ListedPost>

export const PostFilter = z.object({
  include_content: Flag.default(false).meta({ type: 'boolean', description: 'Adds `content`.' }),
})
export type PostFilter = z.infer<typeof PostFilter>

const text = (max: number) => z.string().overwrite(storable).trim().max(max)
const line = (max: number) => z.string().overwrite(singleLine).trim().max(max)
const ImageUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2048)

/** Topics of a post, by which visitors of the public site filter. The first spelling of a topic is kept. */
const Topics = z
  .array(line(40))
  .transform((topics) =>
    [...new Map(topics.toReversed().map((topic) => [topic.toLowerCase(), topic])).values()].toReversed(),
  )
  .transform((topics) => topics.filter((topic) => topic !== ''))
  .pipe(z.array(z.string()).max(MAX_TOPICS, `A post can have ${MAX_TOPICS} topics`))

/** The editor's input; absent properties stay unchanged. */
export const PostInput = z.object({
  title: line(255).optional(),
  content: z.string().overwrite(storable).max(1_000_000).nullish(),
  description: text(1_000).nullish(),
  meta_description: text(1_000).nullish(),
  thumbnail_url: ImageUrl.nullish(),
  thumbnail_alt: line(1_000).nullish(),
  topics: Topics.optional(),
  /** True if only buyers of the account's product can read the full text. */
  is_paid: z.boolean().optional(),
})
export type PostInput = z.infer<typeof PostInput>

/** `unless_public`: set while saving automatically, which must never change a published post. */
export const PostChange = PostInput.extend({ ...Replacing.shape, unless_public: z.boolean().optional() })
export type PostChange = z.infer<typeof PostChange>

/** Last part of a post's URL: lowercase words of `a` to `z` and digits, joined by hyphens. */
const Slug = z
  .string()
  .overwrite(hyphenSlug)
  .min(1, 'Use letters or digits')
  .max(100, 'An address can have 100 characters')

export const SlugInput = z.object({ id: Id, slug: Slug })
export type SlugInput = z.infer<typeof SlugInput>

/** Typed text to preview, whether it is stored or not. `as_buyer` shows the full text of a paid post. */
export const PostPreviewInput = PostInput.extend({ id: Id, as_buyer: z.boolean().default(false) })
export type PostPreviewInput = z.infer<typeof PostPreviewInput>

export const PostSharesInput = PostInput.pick({ content: true }).extend({ id: Id })
export type PostSharesInput = z.infer<typeof PostSharesInput>

/** Choices of the public site's look to preview, whether they are stored or not. */
export const SiteLook = z.object({ layout: z.enum(SITE_LAYOUTS), has_address: z.boolean() })
export type SiteLook = z.infer<typeof SiteLook>

/** The public part of a paid post. */
export const Shares = named('PostShares', {
  /** Public paragraphs and words. */
  paragraphs: z.int(),
  words: z.int(),
  /** Number of words and images that only buyers can see. */
  more_words: z.int(),
  more_images: z.int(),
  /** True if nothing is left for buyers, not even an image. */
  is_all_public: z.boolean(),
})
export type Shares = z.infer<typeof Shares>

/** Without `published_at`, the post is published now. `text_version` identifies the text that the publishing member saw. */
export const Publishing = z.object({
  id: Id,
  published_at: z.iso.datetime().pipe(z.coerce.date()).optional(),
  text_version: z.string().max(64).optional(),
})
export type Publishing = z.infer<typeof Publishing>

/** A post in the editor: `source` contains Liquid, `mistake` the reason why it cannot be published. */
export const EditedPost = Post.extend({
  source: z.string(),
  mistake: z.string().nullable(),
  broadcast_id: z.int().nullable(),
  topics: z.array(z.string()),
  /** Last part of its URL, even for a draft. Null until it is published or someone chooses one. */
  own_slug: z.string().nullable(),
  site_url: z.string(),
  /** Version of the title and the source. */
  text_version: z.string(),
}).meta({ id: 'EditedPost' })
export type EditedPost = z.infer<typeof EditedPost>

export const PostPreview = named('PostPreview', { html: z.string(), mistake: z.string().nullable() })
