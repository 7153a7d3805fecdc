/** Labels of the sources of bounces and complaints. */
export const SOURCES: Record<string, string> = {
  smtp: 'SMTP',
  imap: 'Mailbox',
  ses: 'Amazon SES',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
  resend: 'Resend',
  generic: 'Generic webhook',
}
