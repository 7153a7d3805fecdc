import { createVerify, X509Certificate } from 'node:crypto'
import { rootLogger } from '../../../core/log.ts'
import { object, parseJson, text, Unreadable } from '../../../lib/bytes/untyped-json.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { Unverified } from '../../../lib/crypto/signed.ts'
import type { RawWebhook } from './provider.ts'

// https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html. The signature covers properties of the JSON, so these are
// parsed first. The message itself stays text until it is verified.

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
/** SNS may redeliver for days. Reports are kept longer than this, so duplicates change nothing. */
const MAX_MS = 7 * 86_400_000

/** Returns a notification's verified message. For a confirmation, follows it to subscribe and returns null. */
export async function readSnsMessage(webhook: RawWebhook, topics: readonly string[]): Promise<string | null> {
  const { fetch, now } = webhook
  const envelope = object(parseJson(webhook.body))
  const [type, topic] = [text(envelope.Type), text(envelope.TopicArn) ?? '']
  if (!topics.includes(topic)) throw new Unverified('The topic is not in BOUNCE_SES_TOPICS')
  const members = type === 'Notification' ? NOTIFICATION : CONFIRMATION
  const signed_lines = members.flatMap((name) => {
    const value = text(envelope[name])
    return value === undefined ? [] : [`${name}\n${value}\n`]
  })
  const region = topic.split(':')[3] ?? ''
  const certificate = await certificateAt(text(envelope.SigningCertURL) ?? '', { region, fetch, now })
  const algorithm = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }[text(envelope.SignatureVersion) ?? '']
  if (!algorithm) throw new Unverified('The signature version is unknown')
  const isValid = createVerify(algorithm)
    .update(signed_lines.join(''))
    .verify(certificate.publicKey, text(envelope.Signature) ?? '', 'base64')
  if (!isValid) throw new Unverified('The signature does not match')
  if (!(Math.abs(+now - Date.parse(text(envelope.Timestamp) ?? '')) <= MAX_MS))
    throw new Unverified('The timestamp is missing, too old or in the future')
  if (type === 'Notification') return text(envelope.Message) ?? ''
  if (type === 'SubscriptionConfirmation') await confirm(text(envelope.SubscribeURL) ?? '', { topic, region, fetch })
  return null
}

/** Returns whether a URL belongs to SNS in this region. China has its own domain. */
function isSnsUrl(url: URL | null, region: string): url is URL {
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region) || url?.protocol !== 'https:' || url.port || url.username) return false
  return url.hostname === `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

interface Certificates {
  by_url: Map<string, X509Certificate>
  /** Times when certificates were fetched, in milliseconds. */
  fetched_at: number[]
}
const MAX_KEPT = 8
const MAX_PER_HOUR = 20

const certificates = processSingleton<Certificates>('sns certificates', () => ({ by_url: new Map(), fetched_at: [] }))

/** Returns the certificate at a URL of SNS, fetched once. Throws Unverified. */
async function certificateAt(
  address: string,
  { region, fetch, now }: Pick<RawWebhook, 'fetch' | 'now'> & { region: string },
): Promise<X509Certificate> {
  const url = URL.parse(address)
  if (!isSnsUrl(url, region) || !/^\/SimpleNotificationService-[a-zA-Z\d]{1,64}\.pem$/.test(url.pathname))
    throw new Unverified('The certificate is not at an address of SNS in the region of the topic')
  const cached = certificates.by_url.get(url.href)
  const certificate = cached ?? (await fetchCertificate(url.href, fetch, now))
  const { validFromDate, validToDate } = certificate
  if (now < validFromDate || now > validToDate) throw new Unverified('The certificate is not valid now')
  if (!certificate.checkHost('sns.amazonaws.com') && !certificate.checkHost(url.hostname))
    throw new Unverified('The certificate is not one of SNS')
  if (!cached) {
    if (certificates.by_url.size >= MAX_KEPT) certificates.by_url.clear()
    certificates.by_url.set(url.href, certificate)
  }
  return certificate
}

/** Fetches a certificate. The TLS connection verifies its server. Anyone can cause this, so it is rate limited. */
async function fetchCertificate(href: string, fetch: RawWebhook['fetch'], now: Date): Promise<X509Certificate> {
  certificates.fetched_at = certificates.fetched_at.filter((at) => +now - at < 3_600_000)
  if (certificates.fetched_at.length >= MAX_PER_HOUR)
    throw new Unverified('Too many certificates were fetched this hour')
  certificates.fetched_at.push(+now)
  const { status, body } = await fetch(href, { max_bytes: 20_000, timeout_ms: 5_000 })
  if (status !== 200) throw new Error(`SNS answered ${status} for its certificate`)
  try {
    return new X509Certificate(body)
  } catch {
    throw new Unverified('There is no certificate at the address')
  }
}

/** Follows a confirmation's link, which subscribes this server to the topic. */
async function confirm(
  address: string,
  { topic, region, fetch }: { topic: string; region: string; fetch: RawWebhook['fetch'] },
): Promise<void> {
  const url = URL.parse(address)
  if (!isSnsUrl(url, region)) throw new Unreadable('The confirmation is not at an address of SNS')
  const { status } = await fetch(url.href, { max_bytes: 20_000, timeout_ms: 10_000 })
  if (status !== 200) throw new Error(`SNS answered ${status} to the confirmation`)
  rootLogger().info({ topic }, 'subscribed to an SNS topic')
}
