/** Descriptions of parameters in queries. An entry with a path is for that operation alone. */
const QUERY: Readonly<Record<string, string>> = {
  app_id: 'Only those of this app.',
  code_challenge_method: 'Always `S256`.',
  client_id: 'The id of the client.',
  email_address: 'The address of the subscriber.',
  event_type: 'Only deliveries with events of this type.',
  from: 'The first day.',
  include: 'Properties to add to each record.',
  is_resolved: 'True for resolved threads, false for open ones.',
  is_unread: 'True for unread ones only.',
  item_id: 'The id of that item.',
  kind: 'The kind of the item.',
  label: 'Only those with this label.',
  progress: 'Only subscribers this far.',
  reason: 'Only those with this reason.',
  response_type: 'Always `code`.',
  result: 'Only rows with this result.',
  search: 'Only those with this text.',
  slim: 'True leaves out the content.',
  snippet_type: 'Only those of this type.',
  sort_field: 'Property to sort by.',
  sort_order: 'The direction of the order.',
  state: 'Only subscribers in this state.',
  status: 'Only those with this status.',
  step_id: 'Only subscribers at this step.',
  subscriber_id: 'The id of the subscriber.',
  to: 'The last day.',
  topic: 'Only those of this topic.',
  type: 'Only those of this type.',
  variant: 'The version: `a`, or `b` of a test.',
  '/v4/automations kind': 'Only those of this kind.',
  '/v4/automation_runs/{run_id} before': 'Only events before the one with this id.',
  '/v4/images search': 'Only those whose name or alternative text has this text.',
  '/v4/suppressions search': 'A whole address, or a part.',
  '/v4/subscribers status': 'Only subscribers in this state; `all` for every state.',
  '/v4/tags/{tag_id}/subscribers status': 'Only subscribers in this state; `all` for every state.',
  '/v4/forms/{form_id}/subscribers status': 'Only subscribers in this state; `all` for every state.',
  '/v4/sequences/{sequence_id}/subscribers status': 'Only subscribers in this state; `all` for every state.',
}

/** Ids in paths that the segment before them does not name. */
const IDS: Readonly<Record<string, string>> = {
  '/v4/exports/recipients/{id} id': 'The id of the broadcast.',
  version: 'The number of the version.',
  from_version: 'The number of the version that they are in.',
}

interface Parameter {
  name: string
  in: string
  description?: string
  schema?: { description?: string }
}
interface Paths {
  paths?: Record<string, Record<string, { parameters?: unknown[] }>>
}

/** Calls `visit` for each parameter in the document, with the path of its operation. */
export function eachParameter(document: object, visit: (parameter: Parameter, path: string) => void): void {
  const { paths = {} } = document as Paths
  for (const [path, operations] of Object.entries(paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters) visit(parameter as Parameter, path)
}

/** Adds descriptions to parameters of the API document that have none. */
export function describeParameters(document: object): void {
  eachParameter(document, (parameter, path) => {
    if (parameter.description || parameter.schema?.description) return
    const { name } = parameter
    const texts = parameter.in === 'path' ? IDS : QUERY
    const text = texts[`${path} ${name}`] ?? texts[name] ?? (parameter.in === 'path' ? idText(name, path) : undefined)
    if (text) parameter.description = text
  })
}

/** "tag_id" and the id in "/v4/tags/{id}" are both of the tag. */
function idText(name: string, path: string): string {
  const before =
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .pop() ?? ''
  const noun = name === 'id' ? singular(before) : name.replace(/_id$/, '')
  return `The id of the ${noun.replaceAll('_', ' ')}.`
}

const singular = (noun: string) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, '')
