import { type Source, serviceCtx, systemCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { masked, parseEmailAddress } from '../../../lib/text/email-address.ts'
import { isBuyerSql } from '../../purchases/product.ts'
import { queueServiceEmail } from '../../service-mail/service.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { ownerAddressSql } from '../../subscribers/write/consent.ts'
import { countAttempt } from '../../throttle/service.ts'
import { findPaidText, type Site, type SitePost } from '../site/site.ts'
import { accessEmail, elsewhereEmail } from './emails.ts'
import { addressKey, readAccessLink, readBuyer, signAccessLink, signBuyer } from './tokens.ts'

const DAY_MS = 86_400_000
const LINK_MS = DAY_MS
/** After this time a buyer has to request another link. Refunds end access earlier. */
export const BUYER_MS = 90 * DAY_MS

/**
 * Emails a link to a paid post if the address belongs to a buyer. Returns whether the input was an email address: the caller learns nothing
 * else, not even whether it belongs to a subscriber. Throws rate_limited.
 */
export async function requestAccess(
  site: Site,
  {
    post,
    email_address: given,
    source,
  }: { post: Pick<SitePost, 'id' | 'title'>; email_address: string; source: Source },
): Promise<boolean> {
  const email_address = parseEmailAddress(given)
  if (!email_address) return false
  const { account_id } = site
  await countAttempt(serviceCtx(), { attempt: 'post_access', source, target: `${account_id}:${email_address}` })
  await write(systemCtx(account_id), async (tx) => {
    // A buyer may have unsubscribed since. After a complaint, no email is sent at all.
    const subscriber = await tx.sql.one<{ id: number; owner_address: string; is_buyer: boolean }>(
      `select s.id::int as id, ${ownerAddressSql()} as owner_address, ${isBuyerSql('s.id')} as is_buyer from subscriber s
       where s.account_id = $1 and s.email_address = $2 and s.state <> 'complained'`,
      [email_address],
    )
    if (!subscriber) return
    const { id: subscriber_id, owner_address: recipient } = subscriber
    const suppressed_addresses = await findSuppressed(tx, { email_addresses: [email_address, recipient] })
    // Sent to buyers and others alike, because only the former address may learn whether it bought the post.
    if (recipient !== email_address && !suppressed_addresses.has(email_address)) {
      const email = elsewhereEmail({
        site_name: site.name,
        title: post.title,
        address: masked(recipient),
        style: site.style,
      })
      await queueServiceEmail(tx, { to: email_address, email, kind: 'owner_email' })
    }
    if (!subscriber.is_buyer || suppressed_addresses.has(recipient)) return
    const token = signAccessLink(
      { account_id, subscriber_id, post_id: post.id, address_key: addressKey(recipient) },
      new Date(+tx.now() + LINK_MS),
    )
    const url = `${site.url}/access/${token}`
    const email = accessEmail({ site_name: site.name, title: post.title, url, style: site.style })
    await queueServiceEmail(tx, { to: recipient, email, kind: 'owner_email' })
  })
  return true
}

/** Returns the post of an emailed link to this site, and the cookie that gives access to it. Undefined for an unknown or old link. */
export async function openAccessLink(
  { account_id }: Site,
  token: string,
): Promise<{ slug: string; cookie: string } | undefined> {
  const ctx = systemCtx(account_id)
  const ref = readAccessLink(token, ctx.now())
  if (ref?.account_id !== account_id) return undefined
  const post = await ctx.sql.one<{ slug: string; owner_address: string }>(
    `select t.slug, ${ownerAddressSql()} as owner_address from post t join subscriber s on s.account_id = t.account_id and s.id = $3
     where t.account_id = $1 and t.id = $2 and t.status = 'published'`,
    [ref.post_id, ref.subscriber_id],
  )
  if (!post || addressKey(post.owner_address) !== ref.address_key) return undefined
  return { slug: post.slug, cookie: signBuyer(ref, new Date(+ctx.now() + BUYER_MS)) }
}

/** Returns the full text of a paid post if the visitor's cookie belongs to a current buyer. */
export async function readPaidText(
  { account_id }: Site,
  { post, cookie }: { post: Pick<SitePost, 'id'>; cookie: string | undefined },
): Promise<string | undefined> {
  const buyer = cookie === undefined ? undefined : readBuyer(cookie, systemCtx(account_id).now())
  if (buyer?.account_id !== account_id) return undefined
  const found = await findPaidText({ ...buyer, post_id: post.id })
  return found && addressKey(found.owner_address) === buyer.address_key ? found.content_html : undefined
}
