import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { imported, uploaded } from '../../../testing/modules/imports.ts'
import type { ColumnTarget } from '../schema.ts'

const target = (column: ColumnTarget) => (column.target === 'new_field' ? `field:${column.label}` : column.target)

interface ExportExample {
  header: string
  row: string
  /** The targets of all columns that are not ignored. */
  columns: Record<string, string>
  subscriber: { first_name?: string | null; state?: string; created_at?: string; tags?: string[] }
}

const EXPORTS: Record<string, ExportExample> = {
  Kit: {
    header: 'first_name,email,state,created_at,tags,city,favourite_colour',
    row: 'Ada,ada@x.example,active,2024-01-31T08:05:00Z,"VIP, Beta",Oslo,',
    columns: {
      first_name: 'first_name',
      email: 'email_address',
      state: 'state',
      created_at: 'created_at',
      tags: 'tags',
      city: 'field:city',
    },
    subscriber: { first_name: 'Ada', state: 'active', created_at: '2024-01-31T08:05:00.000Z', tags: ['Beta', 'VIP'] },
  },
  'Kit, in the words of its API': {
    header: 'id,First Name,Email Address,State,Created At,Tags',
    row: '123,Ada,ada@x.example,cancelled,2024-01-31 08:05:00 UTC,VIP',
    columns: {
      'First Name': 'first_name',
      'Email Address': 'email_address',
      State: 'state',
      'Created At': 'created_at',
      Tags: 'tags',
    },
    subscriber: { first_name: 'Ada', state: 'cancelled', created_at: '2024-01-31T08:05:00.000Z', tags: ['VIP'] },
  },
  Mailchimp: {
    header:
      '"Email Address","First Name","Last Name",EMAIL_TYPE,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
    row: 'ada@x.example,Ada,L,html,2,,,"2015-03-16 14:40:47",192.0.2.1,1,2,1,2,Europe/Oslo,NO,,"2015-03-16 14:40:47",1,abc,,"""VIP, gold"",""Blog"""',
    columns: {
      'Email Address': 'email_address',
      'First Name': 'first_name',
      'Last Name': 'field:Last name',
      CONFIRM_TIME: 'created_at',
      TAGS: 'tags',
    },
    subscriber: { first_name: 'Ada', created_at: '2015-03-16T13:40:47.000Z', tags: ['Blog', 'VIP, gold'] },
  },
  Substack: {
    header: 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
    row: 'ada@x.example,false,,other,true,2024-01-15T10:00:00.000Z,',
    columns: { email: 'email_address', email_disabled: 'state', created_at: 'created_at' },
    subscriber: { state: 'cancelled', created_at: '2024-01-15T10:00:00.000Z' },
  },
  'Substack, the list of subscribers': {
    header:
      'Email,Name,Subscription type,Activity,Subscription date,Revenue,Comments (all time),Subscriber country,Email opens (last 6 months),Email last opened at,Unique posts seen (all-time),Subscriptions gifted,Subscription source (free),First payment at,Is Bestseller',
    row: 'ada@x.example,Ada,Free,3,2024-01-15,$0.00,1,NO,12,2024-02-01,4,0,direct,,false',
    columns: {
      Email: 'email_address',
      Name: 'first_name',
      'Subscription date': 'created_at',
      'Subscriber country': 'field:Subscriber country',
    },
    subscriber: { first_name: 'Ada', created_at: '2024-01-14T23:00:00.000Z' },
  },
  Ghost: {
    header:
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    row: '65f,ada@x.example,Ada,Friend,false,false,,2019-10-30T14:52:08.000Z,,"vip,promotion",',
    columns: {
      email: 'email_address',
      name: 'first_name',
      note: 'field:note',
      subscribed_to_emails: 'state',
      created_at: 'created_at',
      labels: 'tags',
    },
    subscriber: {
      first_name: 'Ada',
      state: 'cancelled',
      created_at: '2019-10-30T14:52:08.000Z',
      tags: ['promotion', 'vip'],
    },
  },
  beehiiv: {
    header: 'Email,Status,Created At,Subscription Tier',
    row: 'ada@x.example,Active,2025-10-10 10:10:10,free',
    columns: { Email: 'email_address', Status: 'state', 'Created At': 'created_at' },
    subscriber: { state: 'active', created_at: '2025-10-10T08:10:10.000Z' },
  },
  Brevo: {
    header: 'EMAIL;LASTNAME;FIRSTNAME;EMAIL_BLACKLISTED;ADDED_TIME',
    row: 'ada@x.example;L;Ada;Yes;12-04-2022 09:30',
    columns: {
      EMAIL: 'email_address',
      LASTNAME: 'field:Last name',
      FIRSTNAME: 'first_name',
      EMAIL_BLACKLISTED: 'state',
      ADDED_TIME: 'created_at',
    },
    subscriber: { first_name: 'Ada', state: 'cancelled' },
  },
}

test.each(Object.entries(EXPORTS))(
  'an export of %s needs no mapping',
  async (_name, { header, row, columns, subscriber }) => {
    const { ctx } = await testAccount()
    const file = `${header}\n${row}\n`
    const read = await uploaded(ctx, file)
    const mapped = read.headers.flatMap((name, at) => {
      const column = read.columns[at]
      return column && column.target !== 'ignore' ? [[name, target(column)]] : []
    })
    expect(Object.fromEntries(mapped)).toEqual(columns)
    const { id, counts } = await imported(ctx, file)
    expect([id > 0, counts.created]).toEqual([true, 1])
    const ada = await ctx.db.subscriber.findFirstOrThrow({ include: { taggings: { include: { tag: true } } } })
    expect({
      ...ada,
      created_at: ada.created_at.toISOString(),
      tags: ada.taggings.map(({ tag }) => tag.name).sort(),
    }).toMatchObject(subscriber)
  },
)
