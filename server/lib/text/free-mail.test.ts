import { expect, test } from 'vitest'
import { isFreeMail } from './free-mail.ts'

test('addresses of mailbox providers are recognized, own domains are not [B3]', () => {
  for (const address of ['a@gmail.com', 'a@yahoo.co.uk', 'a@yahoo.fr', 'a@outlook.com'])
    expect(isFreeMail(address)).toBe(true)
  for (const address of ['a@studio.example', 'a@notgmail.com', 'a@gmail.com.example'])
    expect(isFreeMail(address)).toBe(false)
})
