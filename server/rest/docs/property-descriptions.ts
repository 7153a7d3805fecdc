/**
 * Default descriptions of properties in the API document. A property has one meaning everywhere, unless an entry names its object:
 * `broadcast.status`. docs/contract has the rules.
 */
export const PROPERTY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  // Everywhere
  id: 'The id.',
  created_at: 'When it was created, in UTC.',
  updated_at: 'When it was last changed, in UTC.',
  name: 'The name.',
  description: 'A note of your own. It is not sent.',
  errors: 'A sentence for each problem.',
  warnings: 'A sentence for each part of the request that was ignored. Absent if nothing was.',
  failures: 'The items that were refused, each as it was sent, with the reasons.',
  ids: 'Ids of that kind.',

  // Lists and filters
  per_page: 'Items on a page.',
  has_previous_page: 'True if there is a page before this one.',
  has_next_page: 'True if there is a page after this one.',
  start_cursor: 'The cursor of the first item: `before` with it gives the page before. Null on an empty page.',
  end_cursor: 'The cursor of the last item: `after` with it gives the page after. Null on an empty page.',
  all: 'Conditions that all hold. `[]` matches everyone.',
  counting_mode: '`raw` counts every open and click, `unique_email` one for each email.',
  include: 'What to add to each row.',
  sort_field: 'The property that rows are sorted by.',
  sort_order: '`asc` or `desc`.',
  include_total_count: 'Accepted as in other lists; this one always counts.',
  'subscriber_filter.all': 'In all of these segments and tags.',
  'subscriber_filter.any': 'In at least one of these segments and tags.',
  'subscriber_filter.none': 'In none of these segments and tags.',
  'subscriber_filter.type': '`segment`, `tag`, or `all_subscribers` for everyone.',

  // Segments
  definition: 'The filter: contract 21.1 has its grammar.',
  match: '`all`, `any` or `none` of the conditions.',
  conditions: 'The conditions, each with a `type`. `[]` matches everyone.',
  days: 'A size for each day, oldest first.',
  day: 'The day, in the time zone of the account.',
  count: 'Subscribers in any state.',
  'segment_count.active': 'Active subscribers.',
  'segment_preview.active': 'Active subscribers.',
  'day.active': 'Active subscribers.',

  // Email templates
  kind: '`built_in`, `design` or `html`.',
  design: 'How it looks. Null for a template of your own HTML.',
  source: 'Your own HTML, as written. Null for a template with a design.',
  preview: 'What it would look like.',
  start: 'What it looks like without a design or HTML of its own.',
  uses: 'What uses it.',
  base: 'The built-in layout that it began as.',
  font: 'The font of texts.',
  heading_font: 'The font of headings.',
  width: 'The width in pixels.',
  page_color: 'The color around the content.',
  sheet_color: 'The color behind the content.',
  text_color: 'The color of texts.',
  link_color: 'The color of links.',
  button_color: 'The color of buttons.',
  button_style: 'The shape of buttons.',
  logo: 'The image at the top. Null for none.',
  alt: 'What the image shows, for those who cannot see it.',
  header: 'Text above the content, with merge tags.',
  footer: 'Text below the content, with merge tags.',
  html: 'The HTML.',
  mistake: 'Why there is no HTML. Null if there is.',

  // Account
  user: 'The user who signs in. Its id is not that of the account.',
  account: 'The creator’s account.',
  email: 'The address that the user signs in with.',
  'account.name': 'The name of the account.',
  plan_type: 'The key of the plan, such as `free` or `creator`.',
  primary_email_address: 'The address of the account’s owner.',
  plan: 'The plan of the account.',
  interval: 'How often the plan is paid: `month` or `year`.',
  subscriber_limit: 'The most active subscribers. Null if there is no limit.',
  on_trial: 'True during a free trial.',
  trial_lapse_date: 'When the latest trial ends or ended. Null without a trial.',
  renews_at: 'When the plan renews. Null if it does not.',
  cancels_at: 'When the plan ends. Null if it does not.',
  sending_addresses: 'The addresses that emails can be sent from, unconfirmed ones included.',
  from_name: 'The name of the sender in emails.',
  'sending_address.email_address': 'The address of the sender.',
  'sending_address.status': '`pending` or `confirmed`.',
  is_default: 'True for the one that is used if none is chosen.',
  is_verified: 'True if someone has opened the link that was sent to the address.',
  is_dmarc_configured: 'True if the domain of the address has a DMARC record.',
  timezone: 'The time zone, by its IANA name.',
  'timezone.name': 'The IANA name, such as `Europe/Oslo`.',
  friendly_name: 'The name to show.',
  utc_offset: 'The present difference to UTC, daylight saving time included.',
  colors: 'Hexadecimal colors, such as `#1D4ED8`, in the order given.',
  'creator_profile.name': 'The name of the creator.',
  byline: 'One line about the creator.',
  bio: 'A text about the creator.',
  image_url: 'The address of the creator’s image.',
  profile_url: 'The address of the creator’s public page.',

  // Figures
  starting: 'Where the period begins.',
  ending: 'Where the period ends.',
  sent: 'Emails sent.',
  opened: 'Emails opened. One that was opened twice counts once.',
  clicked: 'Emails with a click. One that was clicked twice counts once.',
  bounced: 'Emails that bounced.',
  email_stats_mode: 'Always `last_90`: the last 90 days.',
  open_tracking_enabled: 'True if opens are counted.',
  click_tracking_enabled: 'True if clicks are counted.',
  open_rate: 'Emails opened, in percent of those sent.',
  click_rate: 'Emails clicked, in percent of those sent.',
  unsubscribe_rate: 'Unsubscribes, in percent of the emails sent.',
  bounce_rate: 'Emails that bounced, in percent of those sent.',
  cancellations: 'Subscribers who left in the period.',
  net_new_subscribers: 'New subscribers minus those who left.',
  new_subscribers: 'Subscribers who joined in the period.',
  recipients: 'Emails sent.',
  opens: 'Emails opened.',
  clicks: 'Emails clicked.',
  email_unsubscribes: 'Unsubscribes through a link in an email.',
  bounces: 'Emails that bounced.',
  complaints: 'Emails reported as spam.',
  emails_opened: 'Emails opened.',
  unsubscribes: 'Unsubscribes through a link in this email.',
  total_clicks: 'Clicks, repeated ones included.',
  show_total_clicks: 'Always false.',
  progress: 'Messages that were tried, in percent.',
  open_tracking_disabled: 'True if opens were not counted.',
  click_tracking_disabled: 'True if clicks were not counted.',
  stats: 'The figures.',
  last_sent: 'When the last email was sent. Null if none was.',
  last_opened: 'When an email was last opened. Null if none was.',
  last_clicked: 'When a link was last clicked. Null if none was.',
  sends_since_last_open: 'Emails sent since the last open.',
  sends_since_last_click: 'Emails sent since the last click.',

  // Subscribers
  subscriber: 'The subscriber.',
  subscribers: 'The subscribers.',
  subscriber_id: 'The id of the subscriber.',
  subscriber_count: 'The active subscribers.',
  email_address: 'The address of the subscriber, in lower case. Spellings of one mailbox are one address.',
  first_name: 'The first name. Null if it was never given.',
  state:
    '`active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.',
  fields: 'Values of custom fields, by the key of the field. Null or an empty text clears a value.',
  canceled_at: 'When the subscriber left. Null for all others.',
  tagged_at: 'When the subscriber got the tag.',
  added_at: 'When the subscriber was added.',
  referrer: 'The address of the page on which the subscriber signed up, or that you name.',
  'utm_parameter.source': 'The `utm_source` of the referrer.',
  'utm_parameter.medium': 'The `utm_medium` of the referrer.',
  'utm_parameter.campaign': 'The `utm_campaign` of the referrer.',
  'utm_parameter.term': 'The `utm_term` of the referrer.',
  'utm_parameter.content': 'The `utm_content` of the referrer.',
  utm_source: 'The `utm_source` of the sign-up.',
  utm_medium: 'The `utm_medium` of the sign-up.',
  utm_campaign: 'The `utm_campaign` of the sign-up.',
  utm_term: 'The `utm_term` of the sign-up.',
  utm_content: 'The `utm_content` of the sign-up.',
  source_type: 'How the subscriber came: `form_subscription`, `api_subscription` or `manual`.',
  source_name: 'The name of the form, or of what else added the subscriber.',
  source_mechanism: 'The way in, such as `landing_page`, `recommendations`, `api` or `import`.',
  source_mechanism_id: 'The id of what the mechanism names.',
  city: 'The city.',
  'location.state': 'The state or region.',
  state_province: 'The state or region.',
  country: 'The country, as its code of ISO 3166-1, such as `NO`.',
  latitude: 'Degrees north, from -90 to 90.',
  longitude: 'Degrees east, from -180 to 180.',
  tag_names: 'The names of the subscriber’s tags.',
  tag_ids: 'The ids of the subscriber’s tags, as texts.',

  // Tags and custom fields
  tag: 'The tag.',
  tags: 'The tags.',
  tag_id: 'The id of the tag.',
  'tag.name': 'The name of the tag. No other tag has it, in whatever case.',
  tagging: 'The tag and the subscriber. The id that does not exist is null.',
  taggings: 'Pairs of a tag and a subscriber.',
  custom_field: 'The custom field.',
  custom_fields: 'The custom fields.',
  'custom_field.name': 'A name that never changes, made of the id and the first key.',
  label: 'The label of the field. No other field has it, in whatever case.',
  key: 'The name of the field in `fields` and in emails. It follows the label.',
  value: 'The value.',
  custom_field_values: 'Values to store, each of one subscriber and field.',
  subscriber_custom_field_id: 'The id of the custom field.',
  custom_field_id: 'The id of the custom field.',

  // Forms
  form: 'The form.',
  forms: 'The forms and landing pages.',
  form_id: 'The id of the form or landing page.',
  'form.type': '`embed` is a form, `hosted` a landing page.',
  'legacy_landing_page.type': '`embed` is a form, `hosted` a landing page.',
  format: 'How the form is shown: `inline`, `modal`, `slide in` or `sticky bar`. Null for landing pages.',
  uid: 'The short id in the addresses of the form.',
  archived: 'True if it is archived.',
  additions: 'Pairs of a form and a subscriber.',
  subscription: 'The form and the subscriber. The id that does not exist is null.',
  legacy_landing_pages: 'Always empty: there are no legacy landing pages.',

  // Broadcasts, sequences and their emails
  broadcast: 'The broadcast.',
  broadcasts: 'The broadcasts.',
  publication_id: 'The id that a broadcast and its post share.',
  subject: 'The subject, with Liquid.',
  preview_text: 'The text that inboxes show after the subject, with Liquid.',
  content: 'The content as HTML, with Liquid.',
  public: 'True if the broadcast becomes a post when it is sent. It does not change who gets it.',
  published_at: 'The date that the post shows.',
  send_at:
    'When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**',
  'broadcast.recipients': 'Everyone whom the broadcast goes to.',
  'broadcast.email_address': 'The sender, a confirmed sending address. Null stands for the account’s default.',
  'broadcast.status': '`draft`, `scheduled`, `sending`, `completed` or `aborted`.',
  email_template: 'The template of the email.',
  email_template_id: 'The id of the template. Null stands for the account’s default.',
  thumbnail_url: 'The address of the image that stands for it in lists.',
  thumbnail_alt: 'A description of that image for those who cannot see it.',
  allow_starting_point:
    'Allows a template of the category “Starting point”. The content then needs its own link to unsubscribe.',
  public_url: 'The address of the post. Null if there is none.',
  sequence: 'The sequence.',
  sequences: 'The sequences.',
  sequence_id: 'The id of the sequence.',
  'sequence.email_address': 'The sender, a confirmed sending address. Null stands for the account’s default.',
  active: 'True if the sequence sends. While it does not, subscribers keep their place.',
  hold: 'True if subscribers stay in the sequence after its last email, to get those that are added later.',
  repeat: 'True if subscribers can go through the sequence more than once.',
  send_days: 'Days on which emails are sent: `monday` to `sunday`.',
  send_hour: 'The hour at which emails are sent, from 0 to 23, in `time_zone`.',
  time_zone: 'The IANA name of the time zone for `send_days` and `send_hour`.',
  exclude_subscriber_sources: 'Subscribers in one of these get no email of the sequence.',
  'exclude_subscriber_source.type': '`tag`, `sequence`, `form` or `segment`.',
  emails: 'The emails, in their order.',
  delay_value: 'How long after the email before. 0 sends immediately and is for the first email alone.',
  delay_unit: '`days` follows the days and the hour of the sequence, `hours` does not.',
  published: 'True if subscribers get the email.',
  position: 'The place in the sequence, from 0. Omitted or null: at the end.',
  url: 'The address.',
  'broadcast.clicks': 'The links of the broadcast.',
  unique_clicks: 'Emails in which this link was clicked.',
  click_to_delivery_rate: 'Emails with a click on this link, as a fraction of those delivered.',
  click_to_open_rate: 'Emails with a click on this link, as a fraction of those opened.',

  // Templates, segments, snippets and posts
  email_templates: 'The templates.',
  category: '`HTML`, or `Starting point` for one without a link to unsubscribe.',
  segments: 'The segments.',
  snippets: 'The snippets.',
  snippet_type: '`inline` for a text within a line, `block` for one of its own.',
  document_attributes: 'The content of a block.',
  value_html: 'The content of the block as HTML.',
  value_plain: 'The content of the block as text.',
  version: 'Begins at 1 and grows with each change.',
  'document.id': 'The id of the content.',
  'document.value': 'Always null. The content is in `value_html`.',
  post: 'The post.',
  posts: 'The posts.',
  title: 'The title.',
  slug: 'The last part of the post’s address. Null for drafts.',
  'post.status': '`draft`, `scheduled` or `published`.',
  'post.description': 'The text below the title.',
  meta_description: 'The description for search engines.',
  is_paid: 'True if only buyers can read the whole post.',
  product_id: 'The id of the product. The same for each post of the account.',

  // Purchases
  purchase: 'The purchase.',
  purchases: 'The purchases.',
  transaction_id: 'Your id of the purchase. A second report with it changes the same purchase.',
  'purchase.email_address': 'The address of the buyer, who is created as an active subscriber if needed.',
  'purchase.status': 'The status that you report, such as `paid` or `refunded`.',
  products: 'The lines of the purchase. Those of a later report are added; one with a known `lid` is replaced.',
  'product.name': 'The name of the product.',
  'purchase_line.name': 'The name of the product.',
  pid: 'Your id of the product. Variants share it.',
  lid: 'Your id of the line. No other line of the purchase has it.',
  quantity: 'How many were bought.',
  sku: 'The stock keeping unit. Null for tips and subscriptions.',
  unit_price: 'The price of one, in major units of the currency.',
  currency: 'The code of the currency, such as `USD`.',
  transaction_time: 'When the purchase was made.',
  subtotal: 'The sum of the lines, in major units of the currency.',
  discount: 'The discount, in major units of the currency.',
  tax: 'The tax, in major units of the currency.',
  total: 'What was paid, in major units of the currency.',

  // Webhooks and events
  webhook_endpoints: 'The webhook endpoints.',
  'webhook_endpoint.name': 'The name. Made of the address if you give none.',
  'webhook_endpoint.url': 'The public address that events are sent to.',
  'webhook_endpoint.events': 'The types of events that the endpoint gets.',
  'webhook_endpoint.status': '`active` or `disabled`. Events of a disabled endpoint are not kept for it.',
  created_by_app: 'The app that created the endpoint. Null for the creator’s own.',
  'created_by_app.name': 'The name of the app.',
  deliveries: 'The deliveries, newest first.',
  'webhook_delivery.status': '`pending`, `retrying`, `delivered` or `failed`.',
  event_type: 'The type of the events in the delivery.',
  event_count: 'The number of events in the delivery.',
  attempt_count: 'The attempts so far.',
  completed_at: 'When it was delivered or given up. Null until then.',
  attempts: 'The attempts, oldest first.',
  attempted_at: 'When the attempt was made.',
  duration_ms: 'How long the attempt took, in milliseconds.',
  delivery_id: 'The id of the delivery. It stays the same when the delivery is repeated.',
  events: 'The events, all of one type.',
  'event.id': 'The id of the event. It stays the same when the event is sent again.',
  'event.type': 'The type of the event.',
  'sample.type': 'The type of the event.',
  created: 'When it happened, in UTC.',
  data: 'What it happened to, as it was at that time.',
  webhooks: 'The legacy webhooks.',
  account_id: 'The id of the account.',
  target_url: 'The address that the event is sent to.',
  'event.name': 'The name of the event, without the prefix that it is created with.',
  initiator_value: 'The address of the link. Null for events without one.',
  'automation_event.name': 'The name of the event, which automations wait for.',
  recorded: 'The number of subscribers for whom the event was recorded.',
  unknown: 'The number of ids and addresses that belong to no subscriber.',
  enabled: 'Always false.',
  embed_js: 'Always null.',

  // OAuth
  grant_type: '`authorization_code` or `refresh_token`.',
  client_id: 'The id of the client.',
  client_secret: 'The secret of the client. Shown once.',
  client_secret_expires_at: 'Always 0: the secret does not expire.',
  client_id_issued_at: 'When the client was registered, in seconds since 1970.',
  client_name: 'The name that creators see on the consent page.',
  client_uri: 'The address of the client’s site.',
  logo_uri: 'The address of the client’s logo.',
  redirect_uris: 'The addresses that creators may be sent back to.',
  grant_types: 'The grants that the client uses.',
  response_types: 'Always `code`.',
  token_endpoint_auth_method: 'How the client shows its secret; `none` for a public client.',
  confidential: 'True if the client can keep a secret.',
  token_type_hint: '`access_token` or `refresh_token`. It makes the search shorter and decides nothing.',
  access_token: 'The token to send as `Authorization: Bearer`.',
  token_type: 'Always `Bearer`.',
  expires_in: 'Seconds until the access token expires.',
  refresh_token: 'The token that gets the next access token.',
  scope: 'The scopes, separated by spaces.',
  error: 'The code of the error, from RFC 6749.',
  error_description: 'What is wrong, in words.',
}

/** Objects with different names in the document and the descriptions. */
const SAME: Readonly<Record<string, string>> = {
  listed_sequence_email: 'email',
  sending_addresses: 'sending_address',
  bulk_tagged_subscriber: 'subscriber',
  dated_custom_field: 'custom_field',
  webhook_endpoint_with_secret: 'webhook_endpoint',
  webhook_delivery_detail: 'webhook_delivery',
  broadcast_clicks: 'broadcast',
  broadcast_stats: 'broadcast',
  email_stats: 'stats',
  snippet_document: 'document',
  excluded_source: 'exclude_subscriber_source',
  subscriber_filter_input: 'subscriber_filter',
  automation_events: 'automation_event',
}

/** "ListedBroadcast", "broadcasts" and "broadcast" are the same object. */
function objectName(name: string): string {
  const snake = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  const same = SAME[snake]
  return same ?? snake.replace(/^listed_/, '').replace(/s$/, '')
}

interface Part {
  properties?: Record<string, { description?: string; $ref?: string }>
}

/** Calls `visit` for each property in the document, with the names of the enclosing objects, innermost first. */
export function eachProperty(
  part: unknown,
  visit: (name: string, property: { description?: string; $ref?: string }, within: readonly string[]) => void,
  within: readonly string[] = [],
): void {
  if (typeof part !== 'object' || part === null) return
  const { properties } = part as Part
  if (properties) {
    for (const [name, property] of Object.entries(properties)) {
      visit(name, property, within)
      eachProperty(property, visit, [objectName(name), ...within])
    }
  }
  for (const [name, inside] of Object.entries(part)) {
    if (inside === properties || name === 'example') continue
    const objects = name.split('/').filter(Boolean).map(objectName)
    eachProperty(inside, visit, [...objects.reverse(), ...within])
  }
}

/** Returns the key of a property's description. */
export function descriptionKey(name: string, within: readonly string[]): string | undefined {
  const object = within.find((one) => `${one}.${name}` in PROPERTY_DESCRIPTIONS)
  if (object) return `${object}.${name}`
  return name in PROPERTY_DESCRIPTIONS ? name : undefined
}

/** Adds descriptions to properties of the API document that have none. */
export function describeProperties(document: object): void {
  eachProperty(document, (name, property, within) => {
    if (property.description || property.$ref) return
    const key = descriptionKey(name, within)
    if (key) property.description = PROPERTY_DESCRIPTIONS[key] as string
  })
}
