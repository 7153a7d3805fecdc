import { beforeAll, expect, test } from 'vitest'
import { accountWithEverything, type Everything } from '../testing/hostile/everything.ts'
import { restApp } from './app.ts'

// Wrong requests of beginners: each answer says what is wrong, and names the page that says what is right (contract 5.1).

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

let own: Everything
beforeAll(async () => {
  own = await accountWithEverything()
})

interface Sent {
  /** Sent in place of the API key. `KEY` stands for the key. */
  headers?: Record<string, string>
  type?: string
  /** Sent as it is. */
  text?: string
  json?: unknown
}
/** `:tags` in a path stands for the id of a tag. `help` is below /docs. */
type Row = [what: string, operation: string, sent: Sent, status: number, errors: string[], help: string]

const AUTHENTICATION = '/requests#authentication'
const PATHS = '/requests#paths'
const BODY = '/requests#body'
const NO_KEY = 'Authentication Failed'
const WRONG_KEY = 'The access token is invalid'
const FORM = 'application/x-www-form-urlencoded'
const NO_JSON = 'Request body is not valid JSON: '
const CREATE_TAG = '#/tags/createTag'
const LIST = '#/subscribers/listSubscribers'
const CREATE_SUBSCRIBER = '#/subscribers/createOrUpdateSubscriberByAddress'

const CREDENTIALS: Row[] = [
  ['no credential', 'GET /v4/account', { headers: {} }, 401, [NO_KEY], AUTHENTICATION],
  ['a key in the query', 'GET /v4/account?api_key=KEY', { headers: {} }, 401, [NO_KEY], AUTHENTICATION],
  ['a key in another header', 'GET /v4/account', { headers: { 'X-Api-Key': 'KEY' } }, 401, [NO_KEY], AUTHENTICATION],
  ['an empty token', 'GET /v4/account', { headers: { Authorization: 'Bearer ' } }, 401, [NO_KEY], AUTHENTICATION],
  [
    'a key as a token',
    'GET /v4/account',
    { headers: { Authorization: 'Bearer KEY' } },
    401,
    [WRONG_KEY],
    AUTHENTICATION,
  ],
  ['no word Bearer', 'GET /v4/account', { headers: { Authorization: 'KEY' } }, 401, [WRONG_KEY], AUTHENTICATION],
  ['a password', 'GET /v4/account', { headers: { Authorization: 'Basic KEY' } }, 401, [WRONG_KEY], AUTHENTICATION],
  ['quotes', 'GET /v4/account', { headers: { 'X-Service-Api-Key': '"KEY"' } }, 401, [WRONG_KEY], AUTHENTICATION],
  ['a key for purchases', 'GET /v4/purchases', {}, 401, [WRONG_KEY], AUTHENTICATION],
  ['a key for a bulk request', 'POST /v4/bulk/tags', { json: { tags: [] } }, 401, [WRONG_KEY], AUTHENTICATION],
]

const ADDRESSES: Row[] = [
  ['an old version', 'GET /v3/tags', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a new version', 'GET /v5/tags', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['an upper-case version', 'GET /V4/tags', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a path of other APIs', 'GET /api/v4/tags', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a singular', 'GET /v4/tag', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a singular with an id', 'GET /v4/tag/7', {}, 404, ['Not Found', 'Did you mean /v4/tags/7?'], PATHS],
  ['dashes', 'GET /v4/custom-fields', {}, 404, ['Not Found', 'Did you mean /v4/custom_fields?'], PATHS],
  ['a capital', 'GET /v4/Tags', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a format', 'GET /v4/tags.json', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a slash at the end', 'GET /v4/tags/', {}, 404, ['Not Found', 'Did you mean /v4/tags?'], PATHS],
  ['a slash after an id', 'GET /v4/tags/7/', {}, 404, ['Not Found', 'Did you mean /v4/tags/7?'], PATHS],
  ['the root', 'GET /v4', {}, 404, ['Not Found', 'No operation has this path'], PATHS],
  ['an unknown noun', 'GET /v4/contacts', {}, 404, ['Not Found', 'No operation has this path'], PATHS],
  ['a name as id', 'GET /v4/tags/vip', {}, 404, ['Not Found', 'Ids in paths are numbers'], '#/tags/readTag'],
  [
    'an address as id',
    'GET /v4/subscribers/a@b.example',
    {},
    404,
    ['Not Found', 'Ids in paths are numbers'],
    '#/subscribers/readSubscriber',
  ],
  ['a placeholder', 'GET /v4/tags/{id}', {}, 404, ['Not Found', 'Ids in paths are numbers'], '#/tags/readTag'],
  ['an id that does not exist', 'GET /v4/tags/2000000000', {}, 404, ['Not Found'], '#/tags/readTag'],
  ['GET for POST', 'GET /v4/bulk/tags', {}, 405, ['Method Not Allowed', 'This path takes POST, DELETE'], PATHS],
  [
    'POST for PUT',
    'POST /v4/tags/:tags',
    { json: {} },
    405,
    ['Method Not Allowed', 'This path takes GET, PUT, DELETE'],
    PATHS,
  ],
  ['DELETE of a list', 'DELETE /v4/tags', {}, 405, ['Method Not Allowed', 'This path takes GET, POST'], PATHS],
  [
    'PATCH for PUT',
    'PATCH /v4/subscribers/:subscribers',
    { json: {} },
    405,
    ['Method Not Allowed', 'This path takes GET, PUT'],
    PATHS,
  ],
]

const BODIES: Row[] = [
  ['a form', 'POST /v4/tags', { type: FORM, text: 'name=VIP' }, 400, [NO_JSON, `Send JSON, not ${FORM}`], BODY],
  [
    'XML',
    'POST /v4/tags',
    { type: 'application/xml', text: '<tag/>' },
    400,
    [NO_JSON, 'Send JSON, not application/xml'],
    BODY,
  ],
  ['a text', 'POST /v4/tags', { text: 'VIP' }, 400, [`${NO_JSON}near "VIP"`], BODY],
  ['single quotes', 'POST /v4/tags', { text: "{'name': 'VIP'}" }, 400, [`${NO_JSON}line 1 column 2`], BODY],
  ['no quotes', 'POST /v4/tags', { text: '{name: "VIP"}' }, 400, [`${NO_JSON}line 1 column 2`], BODY],
  ['a last comma', 'POST /v4/tags', { text: '{"name": "VIP",}' }, 400, [`${NO_JSON}line 1 column 16`], BODY],
  ['half a body', 'POST /v4/tags', { text: '{"name": "VIP"' }, 400, [`${NO_JSON}line 1 column 15`], BODY],
  ['a list', 'POST /v4/tags', { json: [{ name: 'VIP' }] }, 422, ['Request body must be a JSON object'], CREATE_TAG],
  [
    'JSON in a text',
    'POST /v4/tags',
    { json: '{"name":"VIP"}' },
    422,
    ['Request body must be a JSON object'],
    CREATE_TAG,
  ],
  ['no body', 'POST /v4/tags', {}, 422, ["Name can't be blank"], CREATE_TAG],
  ['a query in place of a body', 'POST /v4/tags?name=VIP', {}, 422, ["Name can't be blank"], CREATE_TAG],
  [
    'a wrapped body',
    'POST /v4/tags',
    { json: { tag: { name: 'VIP' } } },
    422,
    ["Name can't be blank", 'does not know: tag. It takes name'],
    CREATE_TAG,
  ],
  [
    'a capital in a name',
    'POST /v4/tags',
    { json: { Name: 'VIP' } },
    422,
    ["Name can't be blank", 'does not know: Name. It takes name'],
    CREATE_TAG,
  ],
  [
    'a name of other APIs',
    'POST /v4/subscribers',
    { json: { email: 'a@b.example' } },
    422,
    ['Email address is invalid', 'does not know: email. It takes email_address'],
    CREATE_SUBSCRIBER,
  ],
  ['a number as text', 'POST /v4/tags', { json: { name: 5 } }, 422, ['name must be a string'], CREATE_TAG],
  ['null', 'POST /v4/tags', { json: { name: null } }, 422, ["Name can't be blank"], CREATE_TAG],
  ['spaces', 'POST /v4/tags', { json: { name: ' ' } }, 422, ["Name can't be blank"], CREATE_TAG],
  [
    'no address',
    'POST /v4/subscribers',
    { json: { email_address: 'lin' } },
    422,
    ['Email address is invalid'],
    CREATE_SUBSCRIBER,
  ],
  [
    'a list of addresses',
    'POST /v4/subscribers',
    { json: { email_address: ['a@b.example'] } },
    422,
    ['Email address is invalid'],
    CREATE_SUBSCRIBER,
  ],
  [
    'an unknown state',
    'POST /v4/subscribers',
    { json: { email_address: 'a@b.example', state: 'on' } },
    422,
    ['State is not included in the list'],
    CREATE_SUBSCRIBER,
  ],
  [
    'fields as a list',
    'POST /v4/subscribers',
    { json: { email_address: 'a@b.example', fields: ['x'] } },
    422,
    ['fields must be an object'],
    CREATE_SUBSCRIBER,
  ],
  [
    'no subscriber',
    'POST /v4/tags/:tags/subscribers',
    { json: {} },
    422,
    ['Either subscriber id or email address is required'],
    '#/tags/tagSubscriberByAddress',
  ],
  [
    'a date as words',
    'POST /v4/broadcasts',
    { json: { subject: 'A', content: 'x', send_at: 'tomorrow' } },
    422,
    ['send_at must be an ISO 8601 date and time'],
    '#/broadcasts/createBroadcast',
  ],
  [
    'a word as boolean',
    'POST /v4/broadcasts',
    { json: { subject: 'A', content: 'x', public: 'yes' } },
    422,
    ['public must be a boolean'],
    '#/broadcasts/createBroadcast',
  ],
  [
    'an address of this machine',
    'POST /v4/webhook_endpoints',
    { json: { url: 'http://localhost:3000', events: ['tag.created'] } },
    422,
    ['url must use port 80, 443, 8080 or 8443'],
    '#/webhook_endpoints/createWebhookEndpoint',
  ],
  [
    'an unknown event',
    'POST /v4/webhook_endpoints',
    { json: { url: 'https://93.184.216.34/h', events: ['tag_created'] } },
    422,
    ['events contains an unknown event type: tag_created'],
    '#/webhook_endpoints/createWebhookEndpoint',
  ],
  [
    'an hour as words',
    'POST /v4/sequences',
    { json: { name: 'A', send_hour: '9am' } },
    422,
    ['send_hour must be an integer between 0 and 23'],
    '#/sequences/createSequence',
  ],
  [
    'an unknown unit',
    'POST /v4/sequences/:sequences/emails',
    { json: { subject: 'A', delay_value: 1, delay_unit: 'weeks' } },
    422,
    ['delay_unit must be one of: days, hours'],
    '#/sequences/addEmailToSequence',
  ],
  [
    'the name of a color',
    'PUT /v4/account/colors',
    { json: { colors: ['red'] } },
    422,
    ['Colors red is not a valid hex color code.'],
    '#/account/replacePalette',
  ],
  [
    'an unknown kind',
    'POST /v4/automations',
    { json: { name: 'A', kind: 'drip' } },
    422,
    ['kind must be one of: rule, visual'],
    '#/automations/createAutomation',
  ],
  [
    'a file as text',
    'POST /v4/images',
    { json: { file: 'data:image/png;base64,AA' } },
    422,
    ['file must be a file of multipart/form-data'],
    '#/images/addImage',
  ],
  [
    'a dry run of what sends nothing',
    'POST /v4/tags',
    { json: { name: 'VIP', dry_run: true } },
    422,
    ['dry_run is not supported by this request'],
    CREATE_TAG,
  ],
  [
    'a long key',
    'POST /v4/tags',
    { headers: { 'X-Service-Api-Key': 'KEY', 'Idempotency-Key': 'x'.repeat(300) }, json: { name: 'VIP' } },
    422,
    ['Idempotency-Key must be at most 255 characters'],
    CREATE_TAG,
  ],
]

const QUERIES: Row[] = [
  ['an id as cursor', 'GET /v4/subscribers?after=123', {}, 422, ['after is not a valid cursor'], LIST],
  ['two cursors', 'GET /v4/subscribers?after=a&before=b', {}, 422, ['after and before cannot be combined'], LIST],
  ['no records a page', 'GET /v4/subscribers?per_page=0', {}, 422, ['per_page must be between 1 and 1000'], LIST],
  ['all records a page', 'GET /v4/subscribers?per_page=all', {}, 422, ['per_page must be between 1 and 1000'], LIST],
  [
    'an unknown status',
    'GET /v4/subscribers?status=subscribed',
    {},
    422,
    ['status must be one of: active, inactive'],
    LIST,
  ],
  ['an unknown order', 'GET /v4/subscribers?sort_order=up', {}, 422, ['sort_order must be one of: asc, desc'], LIST],
  [
    'an unknown sort',
    'GET /v4/subscribers?sort_field=name',
    {},
    422,
    ['sort_field must be one of: id, created_at'],
    LIST,
  ],
  [
    'a date of another country',
    'GET /v4/subscribers?created_after=01/02/2026',
    {},
    422,
    ['created_after must be formatted YYYY-MM-DD'],
    LIST,
  ],
  ['yes', 'GET /v4/subscribers?slim=yes', {}, 422, ['slim must be a boolean'], LIST],
  ['an unknown part', 'GET /v4/subscribers?include=tag', {}, 422, ['include must be one of: attribution, tags'], LIST],
]

test.each([...CREDENTIALS, ...ADDRESSES, ...BODIES, ...QUERIES])(
  '%s: %s says what is wrong and which page helps',
  async (_, operation, { headers = { 'X-Service-Api-Key': 'KEY' }, type, text, json }, status, errors, help) => {
    const [method, path = ''] = operation.replaceAll(/:([a-z_]+)/g, (_, noun) => String(own.ids[noun])).split(' ')
    const withKey = (value: string) => value.replace('KEY', own.api_key)
    const body = json === undefined ? text : JSON.stringify(json)
    const response = await app.request(`http://envoi.test${withKey(path)}`, {
      method,
      headers: {
        'Content-Type': type ?? 'application/json',
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withKey(value)])),
      },
      ...(body !== undefined && { body }),
    })
    expect([response.status, await response.json()]).toEqual([
      status,
      {
        errors: errors.map((error) => expect.stringContaining(error)),
        documentation_url: `http://envoi.test/docs${help}`,
      },
    ])
  },
)

test('every section that an error names is a heading of the guide, and every operation is in the reference', async () => {
  const read = async (path: string) => (await app.request(`http://envoi.test${path}`)).json()
  const guide = await read('/docs/requests/openapi.json')
  const { paths } = await read('/v4/openapi.json')
  const operations = Object.values(paths as Record<string, Record<string, { tags: string[]; operationId: string }>>)
  const known = [
    ...[...guide.info.description.matchAll(/^## (.+)$/gm)].map(
      ([, heading = '']) => `/requests#${heading.toLowerCase()}`,
    ),
    ...operations.flatMap((methods) =>
      Object.values(methods).map(({ tags: [tag], operationId }) => `#/${tag}/${operationId}`),
    ),
  ]
  const named = [...CREDENTIALS, ...ADDRESSES, ...BODIES, ...QUERIES].map(([, , , , , help]) => help)
  expect(named.filter((help) => !known.includes(help))).toEqual([])
})

test('a property that a request does not know is ignored if the request is right [contract 1]', async () => {
  const response = await app.request('http://envoi.test/v4/tags', {
    method: 'POST',
    headers: { 'X-Service-Api-Key': own.api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Early birds', color: 'green' }),
  })
  expect([response.status, Object.keys(await response.json())]).toEqual([201, ['tag']])
})
