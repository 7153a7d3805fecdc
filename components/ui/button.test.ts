import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button that nothing was asked of has no function, so that pages which the server draws may have it', () => {
  expect(Button({ type: 'submit', children: 'Allow' }).props.onClick).toBeUndefined()
  expect(Button({ pending: false, children: 'Save' }).props.onClick).toBeTypeOf('function')
})
