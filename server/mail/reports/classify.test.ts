import { expect, test } from 'vitest'
import { classifySmtpReply } from '../smtp/reply.ts'
import { classifyFailure } from './classify.ts'
import { parseReport } from './report.ts'

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
  '550 5.1.2 A record of bounce.studio.example could not be found',
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
  '550 5.4.310 DNS domain studio.example does not exist [Message=InfoDomainNonexistent]',
  '450 4.1.8 [HME1] Sender domain must exist and have a valid MX or A record',
  '550-Requested action not taken: mailbox unavailable 550-Sender address has null MX 550 For explanation visit https://postmaster.gmx.net/en/case?c=r0601',
  "550 5.5.0 Adresse de l'expediteur inconnue (LPN007_403)",
  '550 Sender Host Address Unknown: no such host mail.studio.example',
  '553 sorry, your envelope sender domain must exist (#5.7.1)',
  '550 Reverse host lookup failed: host not found for 203.0.113.9',
  '550 rejected because no MX record for sending domain: domain does not exist',
  '550 5.1.2 The domain you are sending from does not exist',
  '550 The mailbox you are sending from does not exist',
  '550 Invalid envelope: originator address unknown',
  '550 Bounce address does not exist',
  '550 Return mailbox does not exist',
  '550 reply_to address unknown',
  '550 MAILFROM mailbox unknown',
  '550 Source address unknown',
  '550 List-Unsubscribe address does not exist',
  '550 Account not found for SMTP user studio',
  '550 Invalid user name or password',
  '550 Message rejected: Message-ID domain not found',
  '550 postmaster@studio.example: mailbox not found',
  '550 VRFY failed: user unknown at studio.example',
  '550 5.1.2 DNS lookup of your domain failed: no such domain',
  '550 Your address does not exist',
  '550 Ihre Adresse ist hier nicht bekannt',
  '550 Absendeadresse unbekannt',
  '550 Votre domaine est introuvable',
  "550 L'adresse d'envoi n'existe pas",
  '550 Adresse de retour inconnue',
  '550 Su dominio no existe',
  '550 Dirección de origen desconocida',
  '550 Indirizzo di origine sconosciuto',
  '550 Endereço de origem desconhecido',
  '550 Uw domein kon niet worden gevonden (onbekend)',
  '550 Retouradres onbekend',
  '550 Adres zwrotny nie istnieje',
  '550 Returadresse findes ikke',
  '550 Обратный адрес не существует',
  '550 Kaynak adres bulunamadı',
  '550 发信人域名解析失败,域名不存在',
  '550 发件地址不存在',
  '550 返信先アドレスが存在しません',
  '550 보내는 사람 주소를 찾을 수 없습니다',
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
  '550 5.4.310 DNS domain example.net does not exist [Message=InfoDomainNonexistent]',
  '553-5.1.3 The recipient address <lin@example.net> is not a valid RFC-5321 address. - gsmtp',
  '550 5.1.1 unknown or illegal alias: lin@example.net',
  '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [Xyz.uk12]',
  "553 5.1.2 We weren't able to find the recipient domain. Please check for any spelling errors",
  '550 5.1.1 User unknown. Please check your address book and try again',
  '550 5.1.1 lin@example.net: mailbox not found, message returned to originator',
  '550 The recipient of your email could not be found',
  '550 Der Empfänger wurde nicht gefunden. Bitte prüfen Sie Ihre Adressdaten.',
  '550 Impossible de trouver le destinataire',
  "550 Impossibile trovare l'indirizzo di posta elettronica immesso",
  '550 Não foi possível encontrar o endereço',
  '550 De ontvanger kon niet worden gevonden',
  '550 收件人不存在 User not found: lin@example.net',
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
  "DNS Error: DNS type 'mx' lookup of example.net responded with code SERVFAIL",
  '550 5.1.0 Rejected',
  '550 Почтовый ящик отключён или удалён: lin@example.net',
  'Почта временно недоступна, попробуйте позже',
])('a report without proof is soft: %s', (text) => {
  expect(kindOf(text)).toBe('soft')
})

const NOT_THE_RECIPIENT = [
  '5.1.7',
  '5.1.8',
  '5.1.9',
  '4.1.7',
  '4.1.8',
  '5.1.20',
  '5.1.90',
  '5.7.0',
  '5.7.1',
  '5.7.8',
  '5.7.23',
  '5.7.26',
  '5.7.27',
  '5.7.133',
  '5.7.509',
  '5.7.708',
  '4.7.0',
  '4.7.26',
]
const WORDS_OF_PROOF = [
  'User unknown',
  `<${RECIPIENT}>: Recipient address rejected: User unknown`,
  'The email account that you tried to reach does not exist',
  'Domain example.net does not exist',
  `<${RECIPIENT}>: Recipient address rejected: Domain not found`,
]

/** Returns a report in the form of RFC 3464. */
const dsn = (status: string, words: string) =>
  parseReport(
    Buffer.from(
      [
        'From: MAILER-DAEMON@mx.example.net',
        `To: ${SENDERS[0]}`,
        'Subject: Undelivered Mail Returned to Sender',
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Your message could not be delivered.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example.net',
        '',
        `Final-Recipient: rfc822; ${RECIPIENT}`,
        'Action: failed',
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${words}`,
        '--b--',
        '',
      ].join('\r\n'),
    ),
  )

test.each(NOT_THE_RECIPIENT)('%s proves nothing about the recipient, whatever its text says', async (status) => {
  for (const words of WORDS_OF_PROOF) {
    const code = status.startsWith('4') ? 450 : 550
    const response = `${code} ${status} ${words}`
    const envelope = { from: SENDERS[0] as string, to: RECIPIENT }
    for (const stage of ['recipient', 'message'] as const)
      expect(classifySmtpReply({ stage, code, response, envelope }), response).not.toBe('mailbox_unknown')
    const { form, recipients } = await dsn(status, response)
    expect(form).toBe('dsn')
    const kinds = [
      kindOf(response),
      kindOf(response, '5.0.0'),
      kindOf(words, status),
      kindOf(`host mx.example.net[192.0.2.1] said: ${response} (in reply to RCPT TO command)`),
      ...recipients.map(({ kind }) => kind),
      ...(await dsn(status, `${code} ${words}`)).recipients.map(({ kind }) => kind),
      ...(await dsn('5.0.0', response)).recipients.map(({ kind }) => kind),
    ]
    expect(kinds, response).toHaveLength(7)
    expect(kinds, response).not.toContain('hard')
  }
})

test("the recipient's domain is recognized in both spellings, and by one of its hosts", () => {
  const kind = (text: string, recipient: string) => classifyFailure({ text, recipient })
  expect(kind('NXDOMAIN for xn--mnchen-3ya.example', 'lea@münchen.example')).toBe('hard')
  expect(kind('Domain münchen.example does not exist', 'lea@xn--mnchen-3ya.example')).toBe('hard')
  expect(kind('Name service error for name=mx.example.net type=A: Host not found', RECIPIENT)).toBe('hard')
  expect(kind('NXDOMAIN for anexample.net', RECIPIENT)).toBe('blocked')
})
