import { expect, test } from 'vitest'
import { RECIPIENT_TEXTS, SENDER_TEXTS, SENDER_TEXTS_OF } from '../../testing/reports/sender-texts.ts'
import { saysFull } from '../absence/absent.ts'
import { classifySmtpReply } from '../smtp/reply.ts'
import { classifyFailure } from './classify.ts'
import { readDeliveryStatus } from './delivery-status.ts'

// The return path and the From header often have different domains; a refusal may name either.
const [RETURN_PATH, AUTHOR, RECIPIENT] = ['b-1@envoi-bounces.example', 'ann@studio.example', 'lin@example.net']
const ENVELOPE = { from: RETURN_PATH, author: AUTHOR, to: RECIPIENT }

/** Reads a refusal as a report with a status, as a text without a code, and as a reply during sending. */
const readings = (response: string) => {
  const known = { recipient: RECIPIENT, senders: [RETURN_PATH, AUTHOR] }
  const reply = { code: 550, response, envelope: ENVELOPE } as const
  return [
    classifyFailure({ status: '5.0.0', text: response, ...known }),
    classifyFailure({ text: response.slice(4), ...known }),
    classifySmtpReply({ stage: 'recipient', ...reply }),
    classifySmtpReply({ stage: 'message', ...reply }),
  ]
}

test.each([
  '550 El dominio de la dirección From no existe',
  '550 Die Domain der From-Adresse existiert nicht',
  '550 L’adresse From n’existe pas',
  '550 La dirección From no existe',
  '550 O endereço From não existe',
  "550 L'indirizzo From non esiste",
  '550 адрес From не существует',
  '550 From 地址不存在',
  '550 Adres From nie istnieje',
  '550 5.1.1 account unknown (reverse-path)',
  '550 reverse-path address unknown',
  '550 originating address: no such user',
  '550 submitter unknown: user unknown',
  '550 user in From field unknown: no such user here',
  '550 Mailbox for bounces does not exist',
  '550 Unsubscribe mailbox does not exist',
  '550 Ihr Konto ist unbekannt',
  '550 votre compte n’existe pas',
  '550 tu dirección no existe',
  '550 a sua conta não existe',
  '550 your user is unknown: unknown user',
  '550-Verification failed for <ann@studio.example> 550 Unrouteable address',
  '550 <ann@studio.example>: no such user',
  '550 User unknown: <news@envoi-bounces.example> (callback verification)',
  '550 temporary lookup failure, user not found at the moment',
  '550 LDAP lookup failed: user could not be found, try again later',
  '550 user not found in whitelist',
  '550 El campo From contiene una dirección que no existe',
  '550 Das Feld From enthält eine Adresse, die nicht existiert: unbekannt',
  '550 Adresse im From unbekannt',
  '550 Le champ From : adresse inconnue',
  '550 La cabecera "From" tiene un dominio desconocido',
  '550 O domínio do From é desconhecido',
  '550 Il dominio nel From è inesistente, utente sconosciuto',
  '550 Adressen i From findes ikke',
  '550 Adressen i From-fältet finns inte',
  '550 From-adressen finnes ikke',
  '550 From-osoite tuntematon',
  '550 A From cím nem létezik',
  '550 From adresi bulunamadı',
  '550 Adresa From neexistuje',
  '550 Поле From: адрес неизвестен',
  '550 Fromヘッダのアドレスが存在しません',
  '550 From字段中的地址不存在',
  '550 From 주소를 찾을 수 없습니다',
  '550 5.1.1 MAIL FROM<> address unknown: return mailbox does not exist',
  '550 Unknown user in Reply-To',
  '550 The Errors-To address does not exist',
  '550 <bounces@studio.example> no such mailbox',
  '550 User ann@studio.example unknown',
  '550 The account that submitted this message (ann) is unknown: submitter account unknown',
  '550 Sie sind uns nicht bekannt: Ihr Benutzerkonto ist unbekannt',
  '550 Dein Postfach existiert nicht',
  '550 votre adresse est introuvable',
  "550 ton adresse n'existe pas",
  '550 tu cuenta no existe en este servidor',
  '550 il tuo account non esiste',
  '550 il suo indirizzo è sconosciuto',
  '550 a tua conta não existe',
  '550 uw account is onbekend',
  '550 twoje konto nie istnieje',
  '550 váš účet neexistuje',
  '550 ваш аккаунт не найден',
  '550 您的账户不存在',
  '550 お客様のアカウントが見つかりません アドレス不明',
  '550 귀하의 주소를 찾을 수 없습니다',
  '550 User not found in directory at the moment',
  '550 user lookup timed out, user unknown',
  '550 Benutzer momentan nicht gefunden',
  '550 Empfänger unbekannt (vorübergehend), bitte später erneut versuchen',
  '550 utilisateur inconnu, réessayez plus tard',
  '550 usuario no encontrado, inténtelo más tarde',
  '550 пользователь не найден, попробуйте позже',
  '550 用户不存在，请稍后再试',
  '550 ユーザが見つかりません。後ほど再送してください',
  '550 address not found in allow list',
  '550 recipient not found in allowlist of this account',
  '550 Adresse nicht auf der Positivliste gefunden',
  '550 adresse introuvable dans la liste blanche',
  '550 dirección no encontrada en la lista blanca',
  '550 адрес не найден в белом списке',
  '550 地址不存在于白名单',
  '550 5.1.1 Temporary LDAP failure: user unknown',
  '550 5.1.1 recipient lookup failed temporarily',
  '550 Sender verify failed: mailbox unknown',
  '550 no such user: ann@studio.example (sender callback)',
  '550 unknown user ann@studio.example',
  '550-Verification failed for <ann@studio.example> 550-No such user 550 Sender verify failed',
  '550 The originating user does not exist',
  '550 originator unknown: no such recipient',
  '550 SMTP user account unknown',
])('no proof that the recipient is gone: %s', (response) => {
  const read = readings(response)
  expect(read).not.toContain('hard')
  expect(read).not.toContain('mailbox_unknown')
})

test.each([
  '550 5.1.1 <lin@example.net>: Recipient address rejected: User unknown in relay recipient table',
  '550 5.1.1 <lin@example.net>... User unknown',
  '550 User unknown; please check the address and try again',
  '550 No such user. Check your address and try again',
  "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
  '550 lin@example.net: Benutzer nicht gefunden. Ihre Nachricht wurde nicht zugestellt.',
  '550 Der Empfänger Ihrer Nachricht ist unbekannt',
  '550 Le destinataire de votre message est inconnu',
  '550 El destinatario de su mensaje no existe',
  '550 Il destinatario del tuo messaggio non esiste',
  '550 O destinatário da sua mensagem não existe',
  '550 Antwort from mx.example.net: Postfach nicht vorhanden',
  '550 Konto lin existiert nicht',
  '550 la boîte lin@example.net est introuvable',
  '550 Uw bericht kon niet worden bezorgd: gebruiker onbekend',
  '550 Ваше сообщение не доставлено: пользователь не найден',
  '550 您的邮件无法投递，用户不存在',
  '550 5.1.1 message from ann@studio.example to lin@example.net: no such user',
  '550 Requested action not taken: no such user here',
  '550 Mailbox does not exist anymore',
  '550 No mailbox here by that name. Temporary addresses expire after 30 days.',
  '550 The address you sent your message to was not found',
  '550 unknown or illegal alias: lin@example.net',
])('proof that the recipient is gone: %s', (response) => {
  expect(readings(response).slice(0, 3)).toEqual(['hard', 'hard', 'mailbox_unknown'])
})

test.each([
  '550 The mailbox lin@example.net has been deleted',
  '550 The user you are trying to contact has left our organisation',
  '550 Mailbox is no longer active',
  '550 Das Konto wurde gelöscht',
  '550 Der Empfänger ist an dieser Domain nicht eingerichtet',
  '550 Cette boîte aux lettres a été supprimée par son propriétaire',
  '550 Ce compte est fermé',
  '550 La cuenta ha sido eliminada',
  '550 Casella disattivata',
  '550 Conta encerrada',
  '550 Dit postvak is opgeheven',
  '550 Konto zostało usunięte',
  '550 Kontoen er slettet',
  '550 Kontot lin@example.net är avslutat',
  '550 Ящик получателя заблокирован',
])('a mailbox that was closed is unavailable, and its refusal is not about the sender: %s', (response) => {
  expect(readings(response)).toEqual(['soft', 'soft', 'mailbox_unavailable', expect.anything()])
})

test.each([
  '550 lin@example.net: votre message a été supprimé',
  '550 lin@example.net: Ihre Nachricht an den Empfänger wurde gelöscht',
  '550 Ihr Konto wurde gesperrt',
  '550 Verbindung zum Postfach lin@example.net geschlossen',
])('a message that was deleted is not about the mailbox: %s', (response) => {
  expect(classifySmtpReply({ stage: 'recipient', code: 550, response, envelope: ENVELOPE })).toBe('sender_refused')
})

test.each(['553 Requested action not taken: NO user exists', '550 Recipient verify failed'])(
  'a recipient who may not exist is not about the sender: %s',
  (response) => {
    const reply = { code: Number(response.slice(0, 3)), response, envelope: ENVELOPE }
    expect(classifySmtpReply({ stage: 'recipient', ...reply })).toBe('mailbox_unavailable')
  },
)

test.each([
  '552 Postfach voll',
  '550 Das Postfach von lin@example.net ist voll.',
  '552 Kontingent überschritten: Postfach',
  '550 La boîte aux lettres est pleine',
  '552 Boîte du destinataire saturée',
  '550 El buzón del destinatario está lleno',
  '550 El usuario ha excedido su cuota',
  '550 Casella di posta piena',
  '550 Caixa postal cheia',
  '552 Usuário com caixa lotada',
  '552 Vol postvak',
  '550 Postvak van ontvanger is vol',
  '550 Skrzynka odbiorcy jest przepełniona',
  '550 Schránka příjemce je plná',
  '550 Postkassen er fuld',
  '550 Brevlådan är full',
  '550 Vastaanottajan postilaatikko on täynnä',
  '550 Alıcının posta kutusu dolu',
  '550 Почтовый ящик переполнен',
  '550 メールボックスが満杯です',
  '550 收件人邮箱已满',
  '550 받는 사람의 편지함이 가득 찼습니다',
])('a full mailbox is unavailable, and its refusal is not about the sender: %s', (response) => {
  expect(readings(response)).toEqual(['soft', 'soft', 'mailbox_unavailable', 'mailbox_unavailable'])
})

test('a full mailbox is unavailable, whatever else a report says', () => {
  const known = { recipient: RECIPIENT, senders: [RETURN_PATH, AUTHOR] }
  for (const text of ['rejected due to: casella piena', 'message content not stored: Postfach voll'])
    expect(classifyFailure({ text, ...known })).toBe('soft')
})

test.each([
  '550 Empfänger hat Nachrichten vollständig gesperrt',
  '550 Voller Zugriff verweigert',
  '550 Volle Adresse des Absenders fehlt, Postfach',
])('no other word is taken for one of a full mailbox: %s', (response) => {
  expect(saysFull(response.toLowerCase())).toBe(false)
})

test.each([
  '550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record. For explanation visit https://postmaster.gmx.net/en/case?c=mx',
  '550 5.4.4 No mail hosts for domain studio.example',
])('the missing records of the sender: %s', (response) => {
  expect(readings(response)).toEqual(['blocked', 'blocked', 'sender_refused', 'sender_refused'])
})

test.each([
  '550 Nie ma takiego użytkownika',
  '550 Brak takiego konta: lin@example.net',
  '550 5.4.4 Unable to route: no mail hosts for domain example.net',
])('more proof that the recipient is gone: %s', (response) => {
  expect(readings(response).slice(0, 3)).toEqual(['hard', 'hard', 'mailbox_unknown'])
})

/**
 * Reads a refusal as a reply during sending, and in the forms of reports: with and without its code, and after the words of the server that sent
 * it.
 */
const reportedAs = (text: string, senders: readonly string[]) => {
  const { recipient } = SENDER_TEXTS_OF
  const [status = '', words = ''] = text.split(/ (.*)/s)
  const [from = ''] = senders
  const envelope = { from, author: senders.at(-1), to: recipient }
  const report = (diagnostic: string) =>
    readDeliveryStatus(
      `Final-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${diagnostic}\r\n`,
      { explanation: '', senders },
    ).map(({ kind }) => kind)
  return {
    handed_over: classifySmtpReply({ stage: 'recipient', code: 550, response: `550 ${text}`, envelope }),
    reported: [
      ...[`550 ${text}`, `550 ${words}`, words].flatMap(report),
      ...report(`<${recipient}>: host mx.recipient.example[192.0.2.1] said: 550 ${text} (in reply to RCPT TO command)`),
      classifyFailure({ text: `550 ${text}`, recipient, senders }),
    ],
  }
}

test.each(SENDER_TEXTS)('a status of proof is about the sender if only the sender is named: %s', (text) => {
  const [return_path, author] = SENDER_TEXTS_OF.senders
  for (const senders of [[return_path, author], [author]])
    expect(reportedAs(text, senders)).toEqual({ handed_over: 'sender_refused', reported: Array(5).fill('blocked') })
})

test.each(RECIPIENT_TEXTS)('a status of proof is about the recipient in all other cases: %s', (text) => {
  const { handed_over, reported } = reportedAs(text, SENDER_TEXTS_OF.senders)
  expect({ handed_over, reported }).toEqual({ handed_over: 'mailbox_unknown', reported: Array(5).fill('hard') })
})

test('a host is not the sender’s if its domain is also the recipient’s, or an email provider’s', () => {
  const failure = { status: '5.1.2', recipient: 'bob@recipient.example' }
  const text = 'Domain mx.creator.example has no valid MX'
  expect(classifyFailure({ ...failure, text, senders: ['ann@creator.example'] })).toBe('blocked')
  const inSameDomain = { ...failure, recipient: 'bob@office.creator.example' }
  expect(classifyFailure({ ...inSameDomain, text, senders: ['ann@creator.example'] })).toBe('hard')
  const ofProvider = 'Domain unknown at mx.outlook.com'
  expect(classifyFailure({ ...failure, text: ofProvider, senders: ['ann@outlook.com'] })).toBe('hard')
})

test('a notice without a diagnosis may name us as the server that sends it', () => {
  const { senders, recipient } = SENDER_TEXTS_OF
  const explanation = 'This is the mail system at mail.creator.example. Your message could not be delivered.'
  const part = `Final-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n`
  expect(readDeliveryStatus(part, { explanation, senders })).toMatchObject([{ kind: 'hard' }])
})
