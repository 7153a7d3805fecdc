// Writes the SDK's types and methods from an OpenAPI 3.1 document. Own code, because openapi-typescript writes 630 KB for the same document:
// types of every status and header, which no method returns.

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** An operation as a method: `tags.subscribers.add` of `POST /v4/tags/{tag_id}/subscribers/{id}`. */
export interface Method {
  name: string
  route: string
  ids: string[]
  operation: Operation
}

const HEAD = '// Made from the OpenAPI document by npm run sdk.\n'
const VERBS: Record<string, string> = { get: 'get', post: 'create', put: 'update', patch: 'update', delete: 'delete' }
/** Parameters of every list, which call.ts declares once. */
const PAGING = ['after', 'before', 'per_page', 'include_total_count']
/** Methods whose name cannot be derived, because another has it or it would say something else. */
const NAMES: Record<string, string> = {
  'GET /v4/broadcasts/stats': 'broadcasts.listStats',
  'GET /v4/account': 'account.get',
  'GET /v4/automations/{id}/versions': 'automations.versions.list',
  'POST /v4/automations/{id}/dry_runs': 'automations.dryRuns.create',
  'POST /v4/automations/{id}/subscribers': 'automations.subscribers.add',
  'POST /v4/automations/{automation_id}/emails': 'automations.emails.create',
  'GET /v4/automations/{automation_id}/template': 'automations.template.get',
  'GET /v4/automations/{automation_id}/template/update': 'automations.template.previewUpdate',
  'POST /v4/automations/{automation_id}/template/update': 'automations.template.update',
  'GET /v4/automations/{id}/tasks': 'automations.tasks.list',
  'GET /v4/sequences/{sequence_id}/changes': 'sequences.changes.list',
  'GET /v4/bulk_actions': 'bulkActions.list',
  'GET /v4/installations': 'installations.list',
  'GET /v4/comments': 'comments.list',
  'GET /v4/revisions': 'revisions.list',
  'GET /v4/deletions': 'deletions.list',
  'DELETE /v4/caught_mail': 'caughtMail.deleteAll',
  'POST /v4/email_templates/preview': 'emailTemplates.previewDraft',
}

/** Returns the operations below /v4 with their methods' names. Throws if two have one name. */
export function methodsOf({ paths }: Document): Method[] {
  const methods = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v4/') && !path.startsWith('/v4/oauth/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, operation]) => ({
        name: NAMES[`${verb.toUpperCase()} ${path}`] ?? nameOf(verb, path, paths),
        route: `${verb.toUpperCase()} ${path}`,
        ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
        operation,
      })),
    )
  const names = new Set(methods.map(({ name }) => name))
  // A method has no methods: imports.undo.stop is imports.undoStop beside imports.undo.
  for (const method of methods) {
    const [, parent = '', last = ''] = /^(.*)\.(\w+)$/.exec(method.name) ?? []
    if (names.has(parent)) method.name = `${parent}${pascal(last)}`
  }
  const routes = new Map<string, string>()
  for (const { name, route } of methods) {
    const other = routes.get(name)
    if (other) throw new Error(`${route} and ${other} are both ${name}: add one to NAMES`)
    routes.set(name, route)
  }
  return methods.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** `GET /v4/tags/{id}` is tags.get, `POST /v4/broadcasts/{id}/cancel` broadcasts.cancel, `GET /v4/tags/{tag_id}/subscribers` tags.subscribers.list. */
function nameOf(verb: string, path: string, paths: Document['paths']): string {
  const parts = path.slice('/v4/'.length).split('/')
  const nouns = parts.filter((part) => !part.startsWith('{')).map(camel)
  const isRecord = path.endsWith('}')
  const isMembers = nouns.length > 1 && nouns.at(-1) === 'subscribers' && nouns[0] !== 'bulk'
  if (isRecord && verb === 'post') return [...nouns, ...(isMembers ? ['add'] : [])].join('.')
  if (isRecord) return [...nouns, isMembers && verb === 'delete' ? 'remove' : VERBS[verb]].join('.')
  const operations = paths[path] ?? {}
  const isCollection =
    parts.length === 1 ||
    nouns[0] === 'bulk' ||
    Object.keys(operations).length > 1 ||
    isListed(operations.get) ||
    Object.keys(paths).some((other) => other.startsWith(`${path}/{`))
  if (!isCollection) return nouns.join('.')
  if (isMembers && verb === 'post') return [...nouns, 'addByAddress'].join('.')
  if (isMembers && verb === 'delete') return [...nouns, 'removeByAddress'].join('.')
  return [...nouns, verb === 'get' && isListed(operations.get) ? 'list' : VERBS[verb]].join('.')
}

const isListed = (operation?: Operation) => operation?.parameters?.some(({ name }) => name === 'after') ?? false
const camel = (name: string) => name.replace(/_(\w)/g, (_, first: string) => first.toUpperCase())
const pascal = (name: string) => name.replace(/(?:^|[_.])(\w)/g, (_, first: string) => first.toUpperCase())

/** Returns the names of the methods with their routes, for the client. A list ends with the property of its records. */
export function routesModule(methods: Method[], document: Document): string {
  const lines = methods.map(({ name, route, operation }) => {
    const takes = `${bodyOf(operation) ? 'b' : ''}${queryOf(operation).length > 0 ? 'q' : ''}` || '-'
    return `  '${name}': '${[route, takes, listProperty(operation, document)].filter(Boolean).join(' ')}',`
  })
  return `${HEAD}export const ROUTES: Record<string, string> = {\n${lines.join('\n')}\n}\n`
}

/** Returns the types of the records, bodies, queries and methods. */
export function typesModule(methods: Method[], document: Document): string {
  const used = new Set<string>()
  const types = new Printer(used)
  const given: string[] = []
  const signatures = methods.map(({ name, route, ids, operation }) => {
    const own = pascal(name)
    const parameters = ids.map((id) => `${id}: number`)
    const body = bodyOf(operation)
    const query = queryOf(operation)
    if (body) {
      given.push(types.declare(`${own}Body`, body.schema))
      const either = body.isFile ? ` | FormData` : ''
      parameters.push(`body${body.isRequired ? '' : '?'}: ${own}Body${either}`)
    }
    if (query.length > 0) {
      const isPaged = isListed(operation)
      const rest = query.filter((one) => !isPaged || !PAGING.includes(one.name))
      const properties = Object.fromEntries(rest.map((one) => [one.name, one.schema]))
      const required = rest.filter((one) => one.required).map((one) => one.name)
      const declared = types.declare(`${own}Query`, { type: 'object', properties, required })
      const type = rest.length === 0 ? 'PageQuery' : `${own}Query`
      if (rest.length > 0) given.push(isPaged ? declared.replace(' {', ' extends PageQuery {') : declared)
      parameters.push(`query${required.length > 0 ? '' : '?'}: ${type}`)
    }
    parameters.push('options?: RequestOptions')
    const comment = docs([`${operation.summary}.`, sentences(operation.description, 2)].join(' ').trim())
    return { name, route, text: `${comment}(${parameters.join(', ')}): ${types.answer(operation, document)}` }
  })
  const records: string[] = []
  for (const name of used) {
    const schema = document.components.schemas[name]
    // call.ts declares it for every list.
    if (schema && name !== 'Pagination') records.push(types.declare(name, schema))
  }
  return `${HEAD}import type { Call, List, PageQuery, Pagination, RequestOptions } from '../call.ts'

${[...records, ...given].join('\n')}
${resources(signatures)}
/** Methods by route, for \`request()\`. */
export interface Operations {
${signatures
  .map(
    ({ name, route }) =>
      `  '${route}': Resources${name
        .split('.')
        .map((part) => `['${part}']`)
        .join('')}`,
  )
  .join('\n')}
}
`
}

/** Returns the types of a document without operations. */
export function schemasModule({ components }: Pick<Document, 'components'>): string {
  const types = new Printer(new Set())
  return `${HEAD}${Object.entries(components.schemas)
    .map(([name, schema]) => types.declare(name, schema))
    .join('\n')}`
}

type Tree = { [name: string]: Tree | string }

function resources(signatures: { name: string; text: string }[]): string {
  const tree: Tree = {}
  for (const { name, text } of signatures) {
    const parts = name.split('.')
    const method = parts.pop() ?? ''
    let at = tree
    for (const part of parts) {
      at[part] ??= {}
      at = at[part] as Tree
    }
    const [, comment = '', call = ''] = /^((?:\/\*\*[\s\S]*?\*\/\n)?)([\s\S]*)$/.exec(text) ?? []
    at[method] = `${comment}${method}${call}`
  }
  const print = (at: Tree): string =>
    Object.entries(at)
      .map(([name, value]) => indent(typeof value === 'string' ? value : `${name}: {\n${print(value)}\n}`))
      .join('\n')
  return `export interface Resources {\n${print(tree)}\n}\n`
}

/** Writes schemas as TypeScript and notes the records that they name. */
class Printer {
  private readonly used: Set<string>

  constructor(used: Set<string>) {
    this.used = used
  }

  declare(name: string, schema: Schema): string {
    const printed = this.print(schema)
    const head = docs(schema.description)
    return `${head}export ${printed.startsWith('{') && /\}$/.test(printed) && isPlain(schema) ? `interface ${name} ` : `type ${name} = `}${printed}\n`
  }

  answer(operation: Operation, document: Document): string {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    const schemas = statuses.flatMap((status) => schemaOf(operation.responses[status]) ?? [])
    const [schema] = schemas
    if (!schema) return 'Call<void>'
    const listed = listProperty(operation, document)
    const row = listed && schema.properties?.[listed]?.items
    if (row && Object.keys(schema.properties ?? {}).length === 2) return `List<'${listed}', ${this.print(row)}>`
    // A bulk request of more items is accepted with an empty object.
    const isEmptyToo = schemas.some((one) => one.type === 'object' && Object.keys(one.properties ?? {}).length === 0)
    const plain = undescribed(isEmptyToo ? { ...schema, required: [] } : schema)
    return `Call<${this.print(plain, true)}>`
  }

  print(schema: Schema, in_line = false): string {
    if (schema.$ref) {
      const name = schema.$ref.split('/').pop() ?? ''
      this.used.add(name)
      return name
    }
    const any = schema.anyOf ?? schema.oneOf
    if (any) return unique(any.map((one) => this.print(one, in_line))).join(' | ')
    if (schema.allOf) return schema.allOf.map((one) => this.print(one, in_line)).join(' & ')
    if (schema.enum) return schema.enum.map(literal).join(' | ')
    if ('const' in schema) return literal(schema.const)
    const types = [schema.type ?? 'unknown'].flat()
    return unique(types.map((type) => this.named(type, schema, in_line))).join(' | ')
  }

  private named(type: string, schema: Schema, in_line: boolean): string {
    if (type === 'integer') return 'number'
    if (type === 'array') {
      const item = this.print(schema.items ?? {}, in_line)
      return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    if (type !== 'object') return schema.format === 'binary' ? 'Blob' : type
    if (!schema.properties) {
      const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
      return `Record<string, ${values ? this.print(values, in_line) : 'unknown'}>`
    }
    const properties = Object.entries(schema.properties).map(([name, property]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      const key = /^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)
      return `${in_line ? '' : docs(sentences(property.description, 1))}${key}${mark}: ${this.print(property, in_line)}`
    })
    return in_line ? `{ ${properties.join('; ')} }` : `{\n${properties.map(indent).join('\n')}\n}`
  }
}

const isPlain = ({ $ref, anyOf, oneOf, allOf, type, properties }: Schema) =>
  !$ref && !anyOf && !oneOf && !allOf && type === 'object' && properties !== undefined
const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))
const unique = (names: string[]) => [...new Set(names)]
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')
/** Returns a comment, or nothing for one that says no more than the name. */
const docs = (text: string | undefined) =>
  text && !/^The \w+\.$/.test(text) ? `/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : ''
const undescribed = ({ description: _, ...schema }: Schema): Schema => schema

/** Returns the first sentences. The rest is in the reference. */
const sentences = (text = '', count: number) =>
  text
    .split(/(?<=\.) (?=[A-Z`*])/)
    .slice(0, count)
    .join(' ')

const schemaOf = (content?: Content) => content?.content?.['application/json']?.schema
const queryOf = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'query')

function bodyOf({ requestBody }: Operation) {
  const schema = schemaOf(requestBody)
  if (!schema) return undefined
  return {
    schema,
    isRequired: requestBody?.required === true,
    isFile: 'multipart/form-data' in (requestBody?.content ?? {}),
  }
}

/** The property with the records of a list that has pages. */
function listProperty(operation: Operation, { components }: Document): string | undefined {
  const answer = schemaOf(operation.responses[200])
  const name = answer?.$ref?.split('/').pop()
  const { properties = {} } = (name ? components.schemas[name] : answer) ?? {}
  if (!properties.pagination) return undefined
  return Object.keys(properties).find((key) => properties[key]?.type === 'array')
}
