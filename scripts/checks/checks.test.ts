import { expect, test } from 'vitest'
import { deepTest } from '../../server/testing/runner/deep.ts'
import { inspectClaims } from './claims.ts'
import { findings, type Import, importsOf, readImports } from './imports.ts'
import {
  crowdedFolders,
  inspectFile,
  inspectForms,
  inspectGlobals,
  inspectMutations,
  inspectPatience,
  inspectSpreads,
  missingInLock,
} from './structure.ts'

const edge = (from: string, to: string, more: Partial<Import> = {}): Import => ({
  from,
  to,
  is_package: false,
  is_type: false,
  ...more,
})

test.each([
  ['a library that knows the product', edge('server/lib/csv/read.ts', 'server/core/errors.ts'), /may not import/],
  [
    'a module that calls one after it',
    edge('server/modules/tags/service.ts', 'server/modules/broadcasts/service.ts'),
    /emits an event/,
  ],
  [
    'an adapter that calls another module',
    edge('server/modules/tags/api.ts', 'server/modules/subscribers/service.ts'),
    /its own service only/,
  ],
  [
    'a service that knows a transport',
    edge('server/modules/tags/service.ts', 'server/rest/route.ts'),
    /may not import/,
  ],
  [
    'a component that calls a service',
    edge('components/shell/nav.tsx', 'server/modules/tags/service.ts'),
    /may not import/,
  ],
  ['a component that knows a page', edge('components/shell/nav.tsx', 'app/layout.tsx'), /may not import/],
  ['a page that calls a service', edge('app/page.tsx', 'server/modules/tags/service.ts'), /may not import/],
  [
    'code that uses what is for tests',
    edge('server/core/write/write.ts', 'server/testing/account.ts'),
    /stays in tests/,
  ],
  [
    'inngest outside the jobs',
    edge('server/modules/tags/jobs.ts', 'inngest', { is_package: true }),
    /server\/jobs\/job.ts/,
  ],
  ['a pool outside server/db', edge('server/modules/tags/service.ts', 'pg', { is_package: true }), /server\/db/],
])('refuses %s', (_, wrong, line) => {
  expect(findings([wrong])).toEqual([expect.stringMatching(line)])
})

test('allows what the architecture allows', () => {
  expect(
    findings([
      edge('server/modules/broadcasts/service.ts', 'server/modules/tags/service.ts'),
      edge('server/modules/tags/api.ts', 'server/modules/tags/service.ts'),
      edge('server/modules/tags/api.ts', 'server/rest/route.ts'),
      edge('components/shell/nav.tsx', 'server/modules/tags/schema.ts'),
      edge('server/modules/tags/tags.test.ts', 'server/testing/account.ts'),
    ]),
  ).toEqual([])
})

test.each([
  ['of values', [false, false]],
  ['that a type import closes', [true, false]],
  ['of types', [true, true]],
])('finds a circle %s, once', (_, isType) => {
  const circle = [edge('server/core/a.ts', 'server/core/b.ts'), edge('server/core/b.ts', 'server/core/a.ts')]
  const imports = circle.map((one, i) => ({ ...one, is_type: isType[i] === true }))
  expect(findings(imports)).toEqual(['import circle: server/core/a.ts -> server/core/b.ts -> server/core/a.ts'])
})

test('reads a type that is imported inline', () => {
  const text = "export type A = import('./b.ts').B\nexport const c: typeof import('./b.ts') = await import('./d.ts')\n"
  expect(importsOf('server/core/a.ts', text).map(({ to, is_type }) => [to, is_type])).toEqual([
    ['server/core/d.ts', false],
    ['server/core/b.ts', true],
    ['server/core/b.ts', true],
  ])
})

deepTest('reads the imports of this project', () => {
  const imports = readImports()
  expect(imports).toContainEqual(edge('server/core/context.ts', 'server/db/client.ts'))
  expect(imports).toContainEqual(edge('server/core/context.ts', 'server/db/statements/sql.ts', { is_type: true }))
})

test.each([
  ['server/modules/tags/utils.ts', 10, /says nothing/],
  ['server/lib/SafeFetch.ts', 10, /kebab-case/],
  ['server/modules/tags/service.ts', 401, /401 lines/],
  ['server/modules/kites/service.ts', 10, /missing in the order/],
  ['components/common/button.tsx', 10, /says nothing/],
  ['server/modules/tags/list/page/rows.ts', 10, /one level of folders/],
])('refuses the file %s of %d lines', (file, lines, line) => {
  expect(inspectFile(file, lines)).toEqual([expect.stringMatching(line)])
})

test("allows Next's own names", () => {
  expect(inspectFile('app/(dashboard)/broadcasts/[id]/page.tsx', 400)).toEqual([])
  expect(inspectFile('app/v4/[[...path]]/route.ts', 10)).toEqual([])
})

test('finds a platform that is missing in the lock file', () => {
  const lock = {
    packages: {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
      'node_modules/a-linux': {},
    },
  }
  expect(missingInLock(lock)).toEqual([expect.stringContaining('a-mac')])
})

test.each([
  ['a timeout of seconds', `test(x, async () => {\n  await expect.poll(f, { timeout: ${15_000} }).toBe(1)\n})`, 2],
  ['a test that may take seconds', 'test(x, async () => {\n  await f()\n}, 20_000)', 3],
  ['a request that may take seconds', `await send({ id, timeout_ms: ${2_000} })`, 1],
  ['a signal after seconds', `await once(x, 'y', {\n  signal: AbortSignal.timeout(${5_000}),\n})`, 2],
  ['the second that Vitest waits by default', `await ${'vi'}.waitUntil(() => g(1))`, 1],
])('a test that depends on the speed of the machine is found: %s', (_, text, line) => {
  expect(inspectPatience('server/x.test.ts', text)).toEqual([expect.stringContaining(`server/x.test.ts:${line}:`)])
})

test('a test may wait for minutes', () => {
  const text =
    'await vi.waitUntil(\n  () => g(1),\n  { ...PATIENCE, interval: 5 },\n)\nawait expect.poll(f, { timeout: 90_000 })'
  expect(inspectPatience('server/x.test.ts', text)).toEqual([])
})

test.each([
  'const holder = globalThis as typeof globalThis & { pool?: Pool }',
  'Object.assign(globalThis, { pool })',
  'globalThis.pool ??= open()',
  "globalThis['pool'] = open()",
])('process state outside processSingleton is found: %s', (text) => {
  expect(inspectGlobals('server/db/client.ts', text)).toEqual([expect.stringContaining('use processSingleton')])
  expect(inspectGlobals('server/lib/concurrency/process-singleton.ts', text)).toEqual([])
})

test('a test may spy on a global function', () => {
  expect(inspectGlobals('server/x.test.ts', "vi.spyOn(globalThis, 'fetch')")).toEqual([])
})

test('a page that calls a mutation without an action is found', () => {
  const text = 'const remove = useMutation(trpc.tags.delete.mutationOptions())'
  expect(inspectMutations('app/(dashboard)/tags/tag-list.tsx', text)).toEqual([
    expect.stringContaining('use useAction'),
  ])
  expect(inspectMutations('components/use-action.ts', text)).toEqual([])
})

test('a folder of the server may have at most 16 files, not counting tests', () => {
  const files = Array.from({ length: 16 }, (_, at) => `server/modules/tags/file-${at}.ts`)
  expect(crowdedFolders([...files, 'server/modules/tags/file-1.test.ts', 'server/modules/tags/list/page.ts'])).toEqual(
    [],
  )
  expect(crowdedFolders([...files, 'server/modules/tags/one-more.ts'])).toEqual([
    expect.stringContaining('server/modules/tags: 17 files, at most 16'),
  ])
})

test.each([
  [
    'update t set a = 1 from (select id from t order by id limit 1 for update of t skip locked) due where t.id = due.id',
    1,
  ],
  ['delete from t where id in (select id from t where f(id) order by id limit $1 for update skip locked)', 1],
  ['with due as (select id from t limit 1 for update skip locked) update t set a = 1 from due where t.id = due.id', 0],
  ['update t set a = 1 where id = (select id from t limit 1 for update skip locked)', 0],
  ['delete from t where id in (select id from t where a = 1 for update skip locked)', 0],
  ['select id from t order by id limit 1 for update skip locked', 0],
])('a claim that could take more rows than its limit is found: %s', (sql, found) => {
  expect(inspectClaims('server/a.ts', `const CLAIM = \`${sql}\``)).toHaveLength(found)
})

test('an object that is spread to save lines is found', () => {
  expect(inspectSpreads('server/x.ts', "const tag = {\n  ...{ name: 'Guides', id },\n}\n")).toEqual([
    'server/x.ts:2: write the properties without spreading an object',
  ])
  expect(inspectSpreads('server/x.ts', "const tag = {\n  ...{\n    name: 'Guides',\n  },\n}\n")).toHaveLength(1)
  expect(inspectSpreads('server/x.ts', "const names = [\n  'Glaze',\n  ...['Kiln', 'Clay'],\n]\n")).toEqual([
    'server/x.ts:3: write the items without spreading a list',
  ])
  expect(inspectSpreads('server/x.ts', "const names = [\n  ...['Kiln', 'Clay'].map(tagOf),\n]\n")).toEqual([])
  expect(inspectSpreads('server/x.ts', 'const tag = {\n  ...given,\n  ...(id ? { id } : {}),\n}\n')).toEqual([])
})

test('a form whose fields follow stored values uses useStoredForm', () => {
  const form = (inner: string) => `const form = useForm(${inner})\n`
  for (const inner of ['{ resolver, values: { name } }', '{\n  resolver: rules(TagInput),\n  values,\n}'])
    expect(inspectForms('app/tag.tsx', form(inner))).toEqual([
      'app/tag.tsx:1: stored values overwrite what is typed; use useStoredForm (components/stored-form.ts)',
    ])
  for (const inner of [
    "{ defaultValues: { name: '' } }",
    '{ resolver, defaultValues: given.values }',
    '{ defaultValues: { values: [] } }',
  ])
    expect(inspectForms('app/tag.tsx', form(inner))).toEqual([])
})
