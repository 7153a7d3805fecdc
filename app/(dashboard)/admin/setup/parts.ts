import type { TESTED_PARTS } from '@/server/modules/admin/values-schema.ts'

interface Part {
  title: string
  /** Its purpose, and the effect of not having it. */
  purpose: string
  /** Settings that control it. */
  settings: string[]
  /** The page with more information. */
  more: { href: string; label: string }
}

/** Parts of an instance, most important first. */
export const parts: Record<(typeof TESTED_PARTS)[number] | 'jobs', Part> = {
  mail: {
    title: 'Outgoing mail',
    purpose: 'The server that takes your emails. Without one, emails are caught and shown in the dashboard.',
    settings: ['SMTP_URL', 'TRANSPORTS', 'MAIL_FROM'],
    more: { href: '/admin/mail/test', label: 'Send test message' },
  },
  bounces: {
    title: 'Bounces and complaints',
    purpose: 'Reports that arrive after a server accepted an email. Without them, dead addresses stay on the lists.',
    settings: ['BOUNCE_DOMAIN', 'BOUNCE_SMTP_PORT', 'BOUNCE_IMAP_URL', 'BOUNCE_WEBHOOK_SECRET'],
    more: { href: '/admin/mail', label: 'Open mail' },
  },
  addresses: {
    title: 'Addresses and TLS',
    purpose: 'The addresses of this instance for visitors and mailboxes. Links in emails and sign-ins need HTTPS.',
    settings: ['BASE_URL', 'APP_URL', 'PUBLIC_URL', 'TRACKING_URL'],
    more: { href: '/admin/settings?q=URL', label: 'View addresses' },
  },
  proxies: {
    title: 'Proxies',
    purpose: 'The proxy in front of this instance. Unless it is trusted, all visitors share one address and one limit.',
    settings: ['TRUSTED_PROXIES'],
    more: { href: '/admin/api', label: 'View API traffic' },
  },
  jobs: {
    title: 'Background jobs',
    purpose: 'Processes that send, import and count. Without one, emails wait.',
    settings: ['WORKER', 'INNGEST_BASE_URL', 'INNGEST_EVENT_KEY'],
    more: { href: '/admin/jobs', label: 'View jobs' },
  },
  storage: {
    title: 'Storage',
    purpose: 'The disk or bucket with images, and the built-in database. When it is full, nothing can be saved.',
    settings: ['DATABASE_URL', 'DATA_DIR', 'S3_BUCKET', 'S3_ENDPOINT'],
    more: { href: '/admin', label: 'View overview' },
  },
  backups: {
    title: 'Backups',
    purpose: 'An encrypted copy of everything each day. Keep it on another disk, and its passphrase elsewhere.',
    settings: ['BACKUP_DIR', 'BACKUP_PASSPHRASE', 'BACKUP_HOUR', 'BACKUP_KEEP'],
    more: { href: '/admin', label: 'View overview' },
  },
  secrets: {
    title: 'Secrets',
    purpose: 'The key that signs sessions and encrypts stored secrets, and who can read metrics or administer.',
    settings: ['SECRET_KEY', 'METRICS_TOKEN', 'ADMIN_TWO_FACTOR'],
    more: { href: '/admin/users', label: 'View users' },
  },
}
