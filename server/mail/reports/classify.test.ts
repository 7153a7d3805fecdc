import { expect, test } from 'vitest'
import { classifySmtpReply } from '../smtp/reply.ts'
import { classifyFailure } from './classify.ts'

const SENDERS = ['b-1@bounce.studio.example', 'hi@studio.example']
const RECIPIENT = 'lin@example.net'
const kindOf = (text: string, status?: string) =>
  classifyFailure({ text, status, recipient: RECIPIENT, senders: SENDERS })

test.each([
  '550 5.1.7 Bad sender',
  '550 5.1.7 <lin@example.net>: address does not exist',
  '550 5.1.8 Domain does not exist',
  '450 4.1.8 Domain not found',
  '550 5.1.9 Message relayed to a mailer that does not comply',
  '550 5.1.2 Domain not found: bounce.studio.example',
  '550 5.1.2 No such domain studio.example',
  '550 5.1.1 <hi@studio.example>: user unknown',
  '550 5.7.27 Sender domain has a null MX',
  '550 5.7.26 DMARC check failed: NXDOMAIN for studio.example',
  '554 5.7.23 SPF: NXDOMAIN for bounce.studio.example',
  '550 HELO mail.studio.example: host not found',
  '550 Absender hi@studio.example ist nicht bekannt',
  "550 L'adresse de l'expéditeur n'existe pas",
  '550 El dominio del remitente no existe',
  '550 Il dominio del mittente non esiste',
  '550 O domínio do remetente não existe',
  '550 Het domein van de afzender bestaat niet',
  '550 Домен отправителя не существует',
  '550 发件人域名不存在',
  '550 送信者のドメインが存在しません',
])('a report about the sender is no bounce of the recipient: %s', (response) => {
  expect(kindOf(response)).toBe('blocked')
  const envelope = { from: SENDERS[0] as string, to: RECIPIENT }
  const reply = { stage: 'recipient', code: Number(response.slice(0, 3)), envelope } as const
  const of_from_header = { ...reply, envelope: { from: 'hi@studio.example', to: RECIPIENT } }
  const about = [reply, of_from_header].map((each) => classifySmtpReply({ ...each, response }))
  expect(about).toContain('sender_refused')
  if (!response.includes('<hi@')) expect(about).toEqual(['sender_refused', 'sender_refused'])
})

test.each([
  ['5.1.7', ''],
  ['5.1.8', ''],
  ['4.1.8', ''],
  ['5.1.9', 'Delivery failed'],
  ['5.1.20', ''],
])('a status %s alone says nothing about the recipient', (status, text) => {
  expect(kindOf(text, status)).toBe('blocked')
})

test.each([
  '550 5.1.1 <lin@example.net>: Recipient address rejected: User unknown',
  '550 5.1.2 <lin@example.net>: Recipient address rejected: Domain not found',
  '550 5.1.2 Host unknown (Name server: example.net: host not found)',
  '556 5.1.10 Domain example.net does not accept mail (nullMX)',
  '550 Empfänger nicht bekannt',
  '550 Postfach nicht vorhanden',
  '550 Der Benutzer existiert nicht',
  '550 Destinataire inconnu à cette adresse',
  "550 La boîte aux lettres n'existe pas",
  '550 Buzón no encontrado',
  '550 Casella inesistente',
  '550 Destinatário desconhecido',
  '550 Gebruiker onbekend',
  '550 Uživatel neexistuje',
  '550 Okänd mottagare',
  '550 Ukendt modtager',
  '550 Tuntematon vastaanottaja',
  '550 A címzett ismeretlen',
  '550 Kullanıcı bulunamadı',
  '550 Пользователь не найден',
  '550 宛先不明',
  '550 用户不存在',
  '550 존재하지 않는 사용자',
])('a report that proves it is a hard bounce: %s', (response) => {
  expect(kindOf(response)).toBe('hard')
  const envelope = { from: SENDERS[0] as string, to: RECIPIENT }
  const reply = { stage: 'recipient', code: Number(response.slice(0, 3)), response, envelope } as const
  expect(classifySmtpReply(reply)).toBe('mailbox_unknown')
})

test.each([
  'Host or domain name not found. Name service error for name=example.net type=MX: Host not found, try again',
  'Domain not found',
  'DNS temporarily unavailable: host not found',
  'Der Grund ist nicht bekannt',
  'La raison est inconnue',
  '550 The file does not exist',
])('a report without proof is soft: %s', (text) => {
  expect(kindOf(text)).toBe('soft')
})

test('the domain of the recipient is recognized in both spellings, and as a host of it', () => {
  const kind = (text: string, recipient: string) => classifyFailure({ text, recipient })
  expect(kind('NXDOMAIN for xn--mnchen-3ya.example', 'lea@münchen.example')).toBe('hard')
  expect(kind('Domain münchen.example does not exist', 'lea@xn--mnchen-3ya.example')).toBe('hard')
  expect(kind('Name service error for name=mx.example.net type=A: Host not found', RECIPIENT)).toBe('hard')
  expect(kind('NXDOMAIN for anexample.net', RECIPIENT)).toBe('blocked')
})
