import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button without handlers gets no function, so server components can render it', () => {
  expect(Button({ type: 'submit', children: 'Allow' }).props.onClick).toBeUndefined()
  expect(Button({ pending: false, children: 'Save' }).props.onClick).toBeTypeOf('function')
})
