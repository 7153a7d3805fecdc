import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { CreatorProfile } from '../schema.ts'
import type { ProfileInput } from '../settings-schema.ts'

/** Returns the creator profile (contract 8.1.4). Throws not_found if there is none. */
export async function getProfile(ctx: Ctx): Promise<CreatorProfile> {
  const profile = await ctx.db.creatorProfile.findFirst({
    select: { name: true, byline: true, bio: true, image_url: true, profile_url: true },
  })
  if (!profile) throw notFound()
  return profile
}

/** Creates or replaces the profile. */
export async function saveProfile(
  ctx: Ctx,
  given: Pick<ProfileInput, 'name'> & Partial<ProfileInput>,
): Promise<CreatorProfile> {
  const { account_id } = ctx
  const profile = { byline: null, bio: null, image_url: null, profile_url: null, ...given }
  await ctx.db.creatorProfile.upsert({ where: { account_id }, create: { account_id, ...profile }, update: profile })
  return getProfile(ctx)
}
