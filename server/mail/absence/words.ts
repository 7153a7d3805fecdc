/**
 * Words of receiving servers, in lower case, by language. Substrings, not patterns: one linear search each. From the templates of Exchange,
 * Postfix, Exim, qmail, Zimbra, Courier and the mail services of each country.
 */
const phrasesOf = (by_language: Record<string, string>): readonly string[] =>
  Object.values(by_language).flatMap((phrases) => phrases.split(' | '))

/** The side that sends. A text about it says nothing about the recipient. */
export const SENDER = phrasesOf({
  en: 'sender | return path | return-path | mail from | from address | envelope from | envelope-from | callout | reply-to | from:',
  de: 'absender | versender',
  fr: 'expéditeur | expediteur | émetteur',
  es: 'remitente | emisor',
  it: 'mittente',
  pt: 'remetente | emissor',
  nl: 'afzender',
  pl: 'nadawc',
  cs: 'odesílatel | odosielate',
  da: 'afsender',
  no: 'avsender',
  sv: 'avsändar',
  fi: 'lähettäj',
  hu: 'feladó',
  el: 'αποστολέα',
  tr: 'gönderen | gönderici',
  ru: 'отправител',
  uk: 'відправник',
  ja: '送信者 | 送信元 | 差出人',
  zh: '发件人 | 寄件人 | 寄件者 | 发送者',
  ko: '발신자 | 보낸 사람 | 송신자',
})

export const MAILBOX = phrasesOf({
  en: '@ | user | recipient | addressee | mailbox | mail box | inbox | email | account | address | alias',
  de: 'benutzer | nutzer | empfänger | empfaenger | postfach | konto | adress | teilnehmer | anwender',
  fr: 'utilisateur | destinataire | boîte | boite | compte',
  es: 'usuari | destinatari | buzón | buzon | cuenta | direcci',
  it: 'utente | casella | indirizzo',
  pt: 'usuári | utilizador | destinatári | caixa | endereço | conta',
  nl: 'gebruiker | ontvanger | geadresseerde | postvak | adres',
  pl: 'użytkowni | odbiorc | adresat | skrzynk',
  cs: 'uživatel | používateľ | příjemc | adresát | schránk',
  da: 'bruger | modtager | postkasse',
  no: 'bruker | mottaker | postboks',
  sv: 'användar | mottagar | brevlåd',
  fi: 'käyttäj | vastaanottaj | postilaatik | osoite',
  hu: 'felhasználó | címzett | postafiók | cím',
  el: 'χρήστη | παραλήπτη | διεύθυνση | γραμματοκιβώτιο',
  tr: 'kullanıcı | alıcı | posta kutusu',
  ru: 'пользовател | получател | ящик | адрес',
  uk: 'користувач | одержувач | скриньк',
  ja: 'ユーザ | 受信者 | 宛先 | アドレス | メールボックス',
  zh: '用户 | 用戶 | 收件人 | 收件者 | 邮箱 | 信箱 | 地址',
  ko: '사용자 | 받는 사람 | 수신자 | 주소 | 편지함',
})

/** Beside a word for a mailbox or a domain they say that it does not exist. */
export const ABSENT = phrasesOf({
  en: "does not exist | doesn't exist | no longer exists | couldn't be found | could not be found | wasn't found | was not found",
  de: 'existiert nicht | nicht bekannt | unbekannt | nicht gefunden | nicht vorhanden | nicht ermittelt | gibt es nicht | gibt es hier nicht',
  fr: "n'existe pas | n’existe pas | n'existe plus | inconnu | introuvable | n'a pas été trouvé | inexistant",
  es: 'no existe | desconocid | no encontrad | no se encontró | no se encuentra | no se ha encontrado | no se pudo encontrar | inexistente',
  it: 'non esiste | sconosciut | non trovat | non è stato trovato | non è stata trovata | inesistent',
  pt: 'não existe | desconhecid | não encontrad | não foi encontrad',
  nl: 'bestaat niet | onbekend | niet bekend | niet gevonden',
  pl: 'nie istnieje | nieznan | nie znaleziono | nie został znaleziony | nie została znaleziona',
  cs: 'neexistuje | neznám | nenalezen | nebyl nalezen | nebyla nalezena',
  da: 'findes ikke | eksisterer ikke | ukendt | ikke fundet',
  no: 'finnes ikke | ukjent | ikke funnet',
  sv: 'finns inte | existerar inte | okänd | hittades inte | kunde inte hittas',
  fi: 'ei ole olemassa | tuntematon | ei löydy | ei löytynyt',
  hu: 'nem létezik | ismeretlen | nem található',
  el: 'δεν υπάρχει | άγνωστ | δεν βρέθηκε',
  tr: 'bulunamadı | mevcut değil | bilinmeyen',
  ru: 'не существует | не найден | неизвест',
  uk: 'не існує | не знайдено | невідом',
  ja: '存在しません | 見つかりません | 不明',
  zh: '不存在 | 未找到 | 找不到',
  ko: '없는 | 존재하지 않 | 찾을 수 없',
})

export const DOMAIN = phrasesOf({
  latin:
    'domain | domän | dominio | domínio | domein | domen | domén | domæn | verkkotunnu | tartomány | etki alanı | alan adı',
  others: 'τομέα | домен | ドメイン | 域名 | 网域 | 도메인',
})

/** A reason or an error that is unknown says nothing about a mailbox. */
export const REASON = phrasesOf({
  de: 'grund | ursache | fehler',
  fr: 'raison | cause | erreur',
  es: 'motivo | causa | razón | error',
  it: 'errore',
  pt: 'erro ',
  nl: 'reden | fout',
  pl: 'przyczyn | błąd',
  cs: 'důvod | chyba',
  da: 'årsag',
  sv: 'orsak | fel ',
  no: 'feil',
  fi: 'syy | virhe',
  ru: 'причин | ошибк',
  ja: 'エラー | 原因',
  zh: '错误',
  ko: '이유 | 오류',
})
