import { FEATURES } from './features.ts'
import type { InstanceSettingName } from './settings-schema.ts'

// Shared by the settings page, the audit log and its writers, so this imports nothing of the server.

const FEATURE_LABELS = Object.fromEntries(FEATURES.map(({ setting, label }) => [setting, label])) as Record<
  (typeof FEATURES)[number]['setting'],
  string
>

/** Labels of the settings, understandable without their section's heading. */
export const SETTING_LABELS: Record<InstanceSettingName, string> = {
  sign_up: 'Sign-up',
  sign_up_domains: 'Email domains for sign-up',
  default_plan: 'Plan of new accounts',
  billing_url: 'Billing page',
  api_key_limit: 'Requests per API key',
  app_limit: 'Requests per app and account',
  maintenance: 'Maintenance mode',
  maintenance_message: 'Maintenance message',
  announcement: 'Announcement',
  announcement_url: 'Announcement link',
  audit_days: 'Days that the audit log is kept',
  security_event_days: 'Days that security logs of accounts are kept',
  webhook_days: 'Days that webhook deliveries and attempts are kept',
  import_row_days: 'Days that results of import rows are kept',
  job_run_days: 'Days that records of background jobs are kept',
  report_days: 'Days that bounces and complaints are kept',
  received_message_days: 'Days that unmatched reports are kept whole',
  caught_mail_days: 'Days that caught emails are kept',
  ...FEATURE_LABELS,
  deletion_days: 'Days until an account is deleted',
  announce_views: 'Announce every view of an account',
  terms_url: 'Terms of service',
  privacy_url: 'Privacy policy',
}

/** Returns the label of a stored name, which may be of a newer or older version. */
export const settingLabel = (name: string): string =>
  Object.hasOwn(SETTING_LABELS, name) ? SETTING_LABELS[name as InstanceSettingName] : name.replaceAll('_', ' ')
