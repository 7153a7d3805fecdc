/**
 * A report's outcome for a message, from any source:
 *
 * - `hard`: the address does not exist or never takes email; `soft`: the message is lost, the address may work again.
 * - `blocked`: the message is lost because of its sender or content (policy, reputation, size). This says nothing about the address.
 * - `complaint`: the subscriber marked it as spam. `opt_out`: the subscriber asked their provider to be unsubscribed.
 * - `delayed`, `delivered`, `auto_reply`, `challenge`, `not_spam`, `unknown`: without effect on the subscriber's state.
 */
export const REPORT_KINDS = [
  'hard',
  'soft',
  'blocked',
  'complaint',
  'opt_out',
  'not_spam',
  'delayed',
  'delivered',
  'auto_reply',
  'challenge',
  'unknown',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Kinds of a failed message, from the worst to the mildest. */
export type BounceKind = Extract<ReportKind, 'hard' | 'soft' | 'blocked'>
