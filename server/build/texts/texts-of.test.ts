import { expect, test } from 'vitest'
import { textsOf } from './texts-of.ts'

const messagesOf = (source: string) => textsOf('page.tsx', source).texts.map(({ message }) => message)
const codeOf = (source: string) => textsOf('page.tsx', source).code

test('a sentence is one text, with its values and elements as placeholders', () => {
  const source = `
    export const Notice = ({ count }) => (
      <p>
        You have {count} tags, so read <Link href="/guide">the guide</Link>
        {' '}or ask.
      </p>
    )`
  expect(messagesOf(source)).toEqual(['You have {0} tags, so read <1>the guide</1> or ask.'])
  expect(codeOf(source)).toContain(
    '{__rich("You have {0} tags, so read <1>the guide</1> or ask.",count,(__c)=><Link href="/guide">{__c}</Link>)',
  )
})

test('parts separated by JSX are not one sentence, and an icon before words is not part of the text', () => {
  expect(
    messagesOf(`const Card = () => (
      <div>
        <Plus aria-hidden /> Add tag
        {count}
        Two lines
        of one text
        <b>Bold</b>
      </div>
    )`),
  ).toEqual(['Add tag', 'Two lines of one text', 'Bold'])
})

test('attributes, properties and sentences are found; classes, keys, comparisons and code are not', () => {
  expect(
    messagesOf(`
      const Row = ({ state, title = 'A row' }) => {
        if (state === 'Not this one') return null
        toast.success('Saved')
        return <Field label={state ? 'Yes' : \`No, \${state ? 'none' : state}\`} id="Not this" className="not-this or that" aria-label="Name" icon={'x'}>
          <code>Not this</code>
          {state && 'Shown'}
          {words('It is a sentence')}
        </Field>
      }`),
  ).toEqual(['A row', 'Saved', 'Yes', 'none', 'No, {0}', 'Name', 'Shown', 'It is a sentence'])
})

test('the message of a finished action is found, also if it depends on the result', () => {
  expect(
    messagesOf(`
      const Row = ({ name }) => {
        const copy = useAction(trpc.forms.duplicate, { done: ({ left }) => (left ? 'Copied in part' : 'Copied') })
        const remove = useAction(trpc.tags.delete, { done: \`\${name} removed\` })
        return <Button onClick={() => copy.start({ id }, \`\${name} copied\`)} onBlur={() => remove.run({ id: 'not-this' })} />
      }`),
  ).toEqual(['Copied in part', 'Copied', '{0} removed', '{0} copied'])
})

test('labels created with their module become getters, and texts of schemas become functions', () => {
  const source = `
    const LABELS = { draft: 'Draft', sent: 'Sent' }
    const PAIRS = { opens: ['Opened an email', 'Did not open'] }
    const Naming = z.object({ name: z.string().min(1, 'Enter a name'), is_sure: z.literal(true, { error: 'Confirm it first' }) })`
  expect(codeOf(source)).toContain('{ get draft(){return __text("Draft")}, get sent(){return __text("Sent")} }')
  expect(codeOf(source)).toContain('get opens(){return [__text("Opened an email"), __text("Did not open")]}')
  expect(codeOf(source)).toContain('min(1, {error:()=>__text("Enter a name")})')
  expect(codeOf(source)).toContain('{ error: ()=>__text("Confirm it first") }')
  expect(textsOf('page.tsx', source).fixed).toEqual([])
  expect(codeOf(`const options = STATES.map((value) => ({ value, label: LOOKS[value].label }))`)).toContain(
    '({ value, get label(){return LOOKS[value].label} })',
  )
  expect(codeOf(`const ACTIONS = { tag: { title: 'Tag it', verb: 'Tag', effect: 'They get it.' } }`)).toContain(
    '{ tag: { get title(){return __text("Tag it")}, get verb(){return __text("Tag")}, get effect(){return __text("They get it.")} } }',
  )
})

test('a text created when its module loads is reported', () => {
  const { fixed } = textsOf(
    'page.tsx',
    `'use client'\nexport const HINT = 'Write it here'\nconst late = () => t\`Paused\``,
  )
  expect(fixed).toEqual([{ message: 'Write it here', line: 2 }])
})

test('labels read while their module loads are reported', () => {
  const fixedOf = (source: string) => textsOf('page.tsx', source).fixed.map(({ message }) => message)
  expect(fixedOf('const options = Object.entries(LABELS).map(([value, label]) => ({ value, label }))')).toEqual([
    'Object.entries(LABELS).map(([value, label]) =>',
  ])
  expect(
    fixedOf('const names = STATES.map(({ label }) => label)\nconst all = Object.values(STATE_LABELS)'),
  ).toHaveLength(2)
  expect(
    fixedOf(`
      const options = () => Object.entries(LABELS).map(([value, label]) => ({ value, label }))
      const kinds = Object.entries(ACTIONS).map(([type, action]) => ({ type, label: action.label }))
      const sizes = Object.values(BYTES)`),
  ).toEqual([])
})

test('nouns of counts, marked words and titles of pages are found', () => {
  expect(
    messagesOf(`
      export const generateMetadata = titled('Jobs')
      const words = (count) => [formatCount(count, 'tag'), t\`by \${name}\`]`),
  ).toEqual(['Jobs', '{0} tag', 'by {0}'])
})

test('code keeps its lines and its directive', () => {
  const source = `'use client'\n\nexport const Long = () => (\n  <p>\n    One line,\n    and one more\n  </p>\n)\n`
  const { code } = textsOf('page.tsx', source)
  expect(code.split('\n')).toHaveLength(source.split('\n').length)
  expect(code).toMatch(/^'use client';import\{text as __text\}/)
  expect(textsOf('page.tsx', `const nothing = 1`).code).toBe('const nothing = 1')
})
