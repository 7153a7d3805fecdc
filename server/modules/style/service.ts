import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { env } from '../../env.ts'
import { PLAIN_STYLE } from '../../lib/page/landing/plain-style.ts'
import type { Publisher } from '../../lib/page/public-style.ts'
import type { PublicStyle } from '../../lib/page/theme.ts'
import { type PictureSize, pictureUrl } from '../media/schema.ts'
import { type StyleDetail, StyleInput } from './schema.ts'
import { hasSiteSql, siteUrlSql } from './site-url.ts'

// The only source of an account's style. Public pages and emails call `findStyle` and use their own defaults if it returns null.

const { logo: _, ...plain } = PLAIN_STYLE

/** Initial values in the dashboard, which match pages without a style. */
const START: StyleInput = { ...plain, logo_id: null, logo_size: 'medium' }

interface Stored {
  choices: unknown
  account_name: string
  logo: LogoPicture | null
}

interface LogoPicture {
  key: string
  alt: string
  width: number
  height: number
  sizes: PictureSize[]
}

/**
 * Returns the account as visitors and subscribers know it. Without a deleted logo, and without a profile image on another site, which would learn who
 * opens the account's pages.
 */
export async function findPublisher(ctx: Pick<Ctx, 'sql'>): Promise<Publisher> {
  const row = await ctx.sql.one<Stored & Omit<Publisher, 'style'>>(
    `${ONE_PLAN}select ${STORED}, coalesce(c.name, a.name) as name, c.image_url,
       case when ${hasSiteSql('a.id')} then ${siteUrlSql('a.id')} end as site_url
     from account a left join creator_profile c on c.account_id = a.id left join account_style t on t.account_id = a.id ${LOGO}
     where a.id = $1`,
  )
  if (!row) throw notFound()
  const { name, site_url, image_url } = row
  const isOwn = image_url?.startsWith(`${env().PUBLIC_URL}/`)
  return { name, site_url, image_url: isOwn ? image_url : null, style: readStored(row)?.style ?? null }
}

/** Returns the account's style, or null if it chose none. Without a deleted logo. */
export async function findStyle(ctx: Pick<Ctx, 'sql'>): Promise<PublicStyle | null> {
  return (await readStyle(ctx))?.style ?? null
}

async function readStyle(ctx: Pick<Ctx, 'sql'>): Promise<ReturnType<typeof readStored>> {
  const row = await ctx.sql.one<Stored>(
    `${ONE_PLAN}select ${STORED} from account_style t join account a on a.id = t.account_id ${LOGO} where t.account_id = $1`,
  )
  return row ? readStored(row) : null
}

const STORED = 't.choices, a.name as account_name, case when p.id is not null then to_jsonb(p) end as logo'
const LOGO = `left join media_picture p on p.account_id = $1 and p.id = (t.choices->>'logo_id')::int and p.state = 'ready'`

function readStored({
  choices: stored,
  logo,
  account_name,
}: Stored): { choices: StyleInput; style: PublicStyle } | null {
  const choices = StyleInput.safeParse(stored).data
  return choices ? { choices, style: publicStyle(choices, logo && { ...logo, alt: logo.alt || account_name }) } : null
}

/** Returns the style of the given choices. Throws invalid if the logo is not in the library. */
export async function styleOf(ctx: Ctx, choices: StyleInput): Promise<PublicStyle> {
  return publicStyle(choices, await findLogo(ctx, choices))
}

async function findLogo(ctx: Ctx, { logo_id }: StyleInput): Promise<LogoPicture | null> {
  if (logo_id === null) return null
  const logo = await ctx.sql.one<LogoPicture>(
    `select p.key, coalesce(nullif(p.alt, ''), a.name) as alt, p.width, p.height, p.sizes
     from media_picture p join account a on a.id = p.account_id where p.account_id = $1 and p.id = $2 and p.state = 'ready'`,
    [logo_id],
  )
  if (!logo) throw invalid('This image is no longer in the library. Choose another logo')
  return logo
}

/** In pixels. */
const LOGO_HEIGHT = { small: 32, medium: 48, large: 80 } as const
const LOGO_WIDTH = 320
/** Screens have two or more device pixels per pixel. */
const DENSITY = 2

function publicStyle({ logo_id: _, logo_size, ...choices }: StyleInput, logo: LogoPicture | null): PublicStyle {
  if (!logo) return { ...choices, logo: null }
  const scale = Math.min(LOGO_HEIGHT[logo_size] / logo.height, LOGO_WIDTH / logo.width, 1)
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)))
  if (!width || !height) throw new Error('An image has a size')
  const { key, sizes, alt } = logo
  return {
    ...choices,
    logo: { url: pictureUrl(env().PUBLIC_URL, { key, sizes }, width * DENSITY), alt, width, height },
  }
}

export async function getStyle(ctx: Ctx): Promise<StyleDetail> {
  const found = await readStyle(ctx)
  if (!found) return { is_chosen: false, choices: START, logo: null }
  const { choices, style } = found
  return { is_chosen: true, choices: style.logo ? choices : { ...choices, logo_id: null }, logo: style.logo }
}

/** Applies the style to everything public from now on. Throws invalid. */
export async function saveStyle(ctx: Ctx, choices: StyleInput): Promise<StyleDetail> {
  await findLogo(ctx, choices)
  const { account_id } = ctx
  const data = { choices, updated_at: ctx.now() }
  await ctx.db.accountStyle.upsert({ where: { account_id }, create: { account_id, ...data }, update: data })
  return getStyle(ctx)
}

/** Restores the defaults on everything public. */
export async function removeStyle(ctx: Ctx): Promise<void> {
  await ctx.db.accountStyle.deleteMany()
}
