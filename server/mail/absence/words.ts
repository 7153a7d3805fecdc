/**
 * Words of receiving servers, in lower case, by language. Substrings instead of patterns: each is one linear search. Collected from the
 * templates of Exchange, Postfix, Exim, qmail, Zimbra, Courier and the mail services of each country.
 */
const phrasesOf = (by_language: Record<string, string>): readonly string[] =>
  Object.values(by_language).flatMap((phrases) => phrases.split(' | '))

/** Words for the sending side. A text about it says nothing about the recipient. */
export const SENDER = phrasesOf({
  en: "sender | return path | return-path | mail from | from address | envelope from | envelope-from | callout | reply-to | from: | originator | bounce address | return address | sending address | sending domain | sending from | from header | message-id domain | mailfrom | mfrom | return mailbox | reply address | reply_to | source address | source domain | origin domain | author's address | author address | list-unsubscribe | unsubscribe address | smtp user | sasl | user name or password | username or password | for your reply | reverse-path | reverse path | originating | submitter | authenticated as | smtp auth | relay user | from field | from line | from-domain | errors-to | for bounces | bounce mailbox | bounces mailbox | unsubscribe mailbox | unsubscribe domain | callback setup | callback verification | verification failed for",
  de: 'absender | versender | absendeadr | absende-adr | absendende | absendedomain | rücksendeadr',
  fr: "expéditeur | expediteur | émetteur | adresse d'expédition | adresse d’expédition | domaine d'expédition | adresse d'envoi | adresse d’envoi | domaine d'envoi | adresse de retour | adresse de réponse | adresse source | domaine source | adresse d'origine | adresse d’origine | domaine d'origine",
  es: 'remitente | emisor | dirección de origen | dominio de origen | dirección de retorno | dirección de respuesta',
  it: 'mittente | indirizzo di origine | dominio di origine | indirizzo di ritorno | indirizzo di risposta',
  pt: 'remetente | emissor | endereço de origem | domínio de origem | endereço de retorno | endereço de resposta',
  nl: 'afzender | retouradres | afzendadres | afzenddomein',
  pl: 'nadawc | adres zwrotny | adresu zwrotnego',
  cs: 'odesílatel | odosielate',
  da: 'afsender | returadress',
  no: 'avsender | avsendar',
  sv: 'avsändar',
  fi: 'lähettäj',
  hu: 'feladó',
  el: 'αποστολέα',
  tr: 'gönderen | gönderici | kaynak adres | dönüş adresi',
  ru: 'отправител | обратный адрес | обратного адреса | адрес отправки',
  uk: 'відправник',
  ja: '送信者 | 送信元 | 差出人 | 発信者 | 返信先',
  zh: '发件人 | 发信人 | 寄件人 | 寄件者 | 发送者 | 发件地址 | 发件域 | 来源地址 | 来源域 | 回复地址',
  ko: '발신자 | 보낸 사람 | 송신자 | 보내는 사람 | 회신 주소',
  // Lists of allowed senders.
  lists:
    'whitelist | white list | white-list | allowlist | allow list | allow-list | safelist | safe list | positivliste | freigabeliste | liste blanche | lista blanca | lista bianca | lista branca | witte lijst | biała list | białej li | vitlist | hvidlist | hviteliste | белый список | белом списке | 白名单 | 白名單 | ホワイトリスト | 화이트리스트',
})

/** Beginnings of words that refer to the header when next to the bare word "From", in languages without that word. */
export const HEADER_NOUNS = phrasesOf({
  latin:
    'adres | direcci | indirizzo | endereço | osoite | cím | dominio | domínio | domaine | domän | domæn | domein | domen | domén | feld | campo | champ | pole | pola | veld | felt | fält | alan | header | kopfzeile | cabecera | encabezado | cabeçalho | intestazione | nagłów | hlavičk | zeile | ligne | línea | linha | riga',
  others:
    'адрес | домен | поле | заголов | διεύθυνση | τομέα | 地址 | 域 | 字段 | 标头 | アドレス | ドメイン | ヘッダ | 주소 | 도메인',
})

/** Phrases for a temporary failure, which proves nothing. */
export const AGAIN_LATER = phrasesOf({
  en: 'again later | later again | temporar | servfail | timed out | timeout | at the moment | lookup failure | lookup failed',
  de: 'vorübergehend | zeitweilig | später erneut | später noch einmal | später wieder | momentan',
  fr: 'temporair | plus tard | momentan',
  es: 'más tarde | mas tarde | momento',
  it: 'più tardi',
  pt: 'mais tarde',
  nl: 'tijdelijk | later opnieuw',
  pl: 'tymczasow | później',
  cs: 'dočasn | později',
  nordic: 'midlertidig | tillfällig | senere | senare',
  fi: 'väliaikai | tilapäi | myöhemmin',
  hu: 'átmeneti | később',
  tr: 'geçici | daha sonra',
  ru: 'временно | позже | позднее',
  uk: 'тимчасово | пізніше',
  ja: '一時的 | 後で | 後ほど',
  zh: '暂时 | 稍后 | 暫時 | 稍後',
  ko: '일시적 | 나중에',
})

/** The reader of the notice, who sent the message. Only a missing subject counts: "check your address book" does not. */
export const YOURS = phrasesOf({
  en: "your domain | your address | your email address | your e-mail address | your mailbox | your organization's domain | your account | your user | your login",
  de: 'ihre domain | ihrer domain | ihre domäne | ihrer domäne | ihre adresse | ihrer adresse | ihre e-mail-adr | ihrer e-mail-adr | ihre mailadr | ihr konto | ihr benutzer | ihr postfach | ihr account | deine adresse | deine domain | dein konto | dein postfach',
  fr: 'votre domaine | votre adresse | votre nom de domaine | votre compte | votre boîte | votre utilisateur | ton adresse | ton compte',
  es: 'su dominio | tu dominio | su dirección | tu dirección | su cuenta | tu cuenta | su buzón | tu buzón | su usuario | tu usuario',
  it: 'suo dominio | tuo dominio | suo indirizzo | tuo indirizzo | suo account | tuo account | sua casella | tua casella | suo utente',
  pt: 'seu domínio | seu endereço | sua conta | tua conta | sua caixa | seu usuário | seu utilizador | teu endereço',
  nl: 'uw domein | uw adres | uw e-mailadres | je domein | je adres | je e-mailadres | uw account | je account | uw postvak | uw gebruiker',
  pl: 'twoja domena | twój adres | twoje konto | twoja skrzynk',
  cs: 'vaše adresa | vaše doména | váš účet',
  nordic: 'din adress | din domæne | dit domæne | dit domene | din domän | din konto | ditt konto | din postkasse',
  ru: 'ваш домен | вашего домена | ваш адрес | вашего адреса | ваша почта | ваша учетная | ваша учётная | ваш аккаунт | ваш почтовый | ваш ящик',
  ja: 'あなたの | お客様の',
  zh: '您的域名 | 您的邮箱 | 您的地址 | 您的账户 | 您的帐户 | 您的账号 | 你的',
  ko: '귀하의 | 당신의',
})

export const MAILBOX = phrasesOf({
  en: '@ | user | recipient | addressee | mailbox | mail box | inbox | email | account | address | alias',
  de: 'benutzer | nutzer | empfänger | empfaenger | postfach | konto | adress | teilnehmer | anwender',
  fr: 'utilisateur | destinataire | boîte | boite | compte',
  es: 'usuari | destinatari | buzón | buzon | cuenta | direcci',
  it: 'utente | casella | indirizzo',
  pt: 'usuári | utilizador | destinatári | caixa | endereço | conta',
  nl: 'gebruiker | ontvanger | geadresseerde | postvak | adres',
  pl: 'użytkowni | odbiorc | adresat | skrzynk | konta',
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

/** Whole phrases for a mailbox that does not exist. */
export const UNKNOWN_MAILBOX = [
  'user unknown',
  'unknown address',
  'address unknown',
  'account unknown',
  'mailbox unknown',
  'unknown user',
  'no such user',
  'no such recipient',
  'no such mailbox',
  'no mailbox here by that name',
  'unknown recipient',
  'unknown local part',
  'unrouteable address',
  'unknown or illegal alias',
  'recipient unknown',
  'recipient not found',
  'recipnotfound',
  'recipientnotfound',
  'user not found',
  'mailbox not found',
  "doesn't have a yahoo",
  'not listed in domino directory',
  'not listed in public name',
  'no mailbox by that name',
  'invalid recipient',
  'address not found',
  'address was not found',
  'account has been disabled or discontinued',
  'this user is no longer',
]

/** Next to a word for a mailbox or a domain, these mean that it does not exist. */
export const ABSENT = phrasesOf({
  en: "does not exist | doesn't exist | no longer exists | couldn't be found | could not be found | wasn't found | was not found",
  de: 'existiert nicht | existiert hier nicht | nicht bekannt | unbekannt | nicht gefunden | nicht vorhanden | nicht ermittelt | gibt es nicht | gibt es hier nicht',
  fr: "n'existe pas | n’existe pas | n'existe plus | inconnu | introuvable | n'a pas été trouvé | n'a pas pu être trouvé | impossible de trouver | inexistant",
  es: 'no existe | desconocid | no encontrad | no se encontró | no se encuentra | no se ha encontrado | no se pudo encontrar | inexistente',
  it: 'non esiste | sconosciut | non trovat | non è stato trovato | non è stata trovata | impossibile trovare | inesistent',
  pt: 'não existe | desconhecid | não encontrad | não foi encontrad | não foi possível encontrar',
  nl: 'bestaat niet | onbekend | niet bekend | niet gevonden | niet worden gevonden',
  pl: 'nie istnieje | nieznan | nie znaleziono | nie został znaleziony | nie została znaleziona | nie ma takiego | nie ma takiej | nie ma konta | brak takiego',
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

/** An unknown reason or error says nothing about a mailbox. */
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

/** Beginnings of words. Next to a word for a mailbox, they mean that it was closed, deleted or blocked. */
export const CLOSED = phrasesOf({
  en: 'has been deleted | was deleted | has been closed | was closed | no longer active | has left the | has left our',
  de: 'gelöscht | geschlossen | deaktiviert | gesperrt | stillgelegt | aufgelöst | nicht eingerichtet | nicht mehr aktiv',
  fr: 'supprimé | fermé | désactivé | clôturé | suspendu | plus actif | plus active',
  es: 'eliminad | cerrad | desactivad | deshabilitad | suspendid | inactiv | dada de baja | dado de baja',
  it: 'eliminat | chius | disattivat | disabilitat | sospes | cancellat | non attiv | più attiv',
  pt: 'excluíd | encerrad | desativad | desactivad | suspens | inativ | apagad',
  nl: 'opgeheven | verwijderd | gesloten | gedeactiveerd | uitgeschakeld | niet actief | niet meer actief',
  pl: 'usunięt | zamknięt | wyłączon | zablokowan | nieaktywn | zawieszon',
  cs: 'zrušen | smazán | deaktivován | zablokován',
  da: 'slettet | lukket | nedlagt | deaktiveret | spærret',
  no: 'stengt | avsluttet | deaktivert | sperret',
  sv: 'avslutat | avslutad | raderat | raderad | stängt | stängd | inaktiverat | inaktiverad | spärrat | spärrad',
  ru: 'удален | удалён | закрыт | заблокирован | отключен | отключён',
})

/** Beginnings of words for the message, which can be deleted, too. */
export const MESSAGE = phrasesOf({
  all: 'message | nachricht | courriel | mensaje | messaggio | mensagem | bericht | wiadomoś | zpráv | besked | melding | meddelande | сообщени | письм | connection | verbindung | connexion | conexi | connessione | conexão | verbinding | połączen | forbindelse | anslutning',
})

/** Whole words; `*` matches the rest of a word. Next to a word for a mailbox, they mean that it is full. */
export const FULL = phrasesOf({
  de: 'voll | volles | überfüllt | kein speicherplatz | speicherplatz erschöpft | kontingent überschritten',
  fr: 'plein* | saturé* | quota dépassé',
  es: 'llen* | cuota excedida | cuota superada | sin espacio | excedido su cuota | excede la cuota',
  it: 'pien* | quota superata | spazio esaurito | superato la quota',
  pt: 'chei* | lotad* | cota excedida | quota excedida | sem espaço',
  nl: 'vol | volle | overvol | quotum overschreden',
  pl: 'pełn* | przepełnion* | zapełnion* | przekroczon*',
  cs: 'plná | plný | přeplněn*',
  nordic: 'fuld | er full | är full | overfylt | overfyldt',
  fi: 'täynnä | täysi',
  hu: 'megtelt | betelt',
  el: 'γεμάτ* | πλήρ*',
  tr: 'dolu | doldu | kota aşıldı',
  ru: 'переполнен* | заполнен* | превышена квота',
  uk: 'переповнен*',
})
/** The same in scripts without spaces. */
export const FULL_INSIDE = phrasesOf({ ja: 'いっぱい | 満杯', zh: '已满 | 已滿 | 空间不足 | 空間不足', ko: '가득' })
