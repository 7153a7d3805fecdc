/** Names in other products for values that an email can print, as `plainName` writes them. */
const NAMES: Record<string, string> = {
  first_name:
    'fname firstname first name givenname forename subscribername contactname vorname prenom prénom nombre nome primeironome ' +
    'voornaam imie imię jmeno jméno fornavn förnamn fornamn etunimi keresztnév utónév isim имя імя όνομα 名前 お名前 名字 姓名 이름',
  email_address:
    'email mail emailaddress subscriberemail emailadresse mailadresse courriel adresseemail adressemail correo correoelectronico ' +
    'correoelectrónico indirizzoemail enderecodeemail endereçodeemail emailadres adresemail epost epostadress epostadresse ' +
    'sähköposti emailcím eposta почта メール メールアドレス 邮箱 邮件地址 电子邮件 이메일',
  unsubscribe_url:
    'unsubscribe unsubscribelink unsubscribeurl unsubscribed unsub unsublink unsuburl optout optoutlink optouturl removelink ' +
    'abmelden abmeldelink désabonnement desabonnement désinscription desinscription lienddesabonnement cancelarsuscripcion ' +
    'darsedebaja disiscrizione descadastrar afmelden afmeldlink wypisz',
  preferences_url:
    'preferences preferencesurl preferencecenter preferencecentre managepreferences updateprofile updatepreferences manageprofile profilelink',
}

const CALLED: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant] as const)),
)

/** Returns a name in lower case, with only letters and digits. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the field that a different spelling or another product's name refers to. */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  const same = known.find((field) => plainName(field) === plain)
  const called = CALLED.get(plain)
  return same ?? (called !== undefined && known.includes(called) ? called : undefined)
}

/** Returns the field named first in another product's tag: `{{ token('contact.firstname', 'there') }}`. */
export function fieldNamedIn(tag: string, known: readonly string[]): string | undefined {
  for (const piece of tag.slice(0, MAX_TAG).split(/[{}()[\]|:;,=#$"'%“”‘’]+/)) {
    const name = piece.slice(piece.lastIndexOf('.') + 1)
    for (const one of [name, ...piece.split(/[\s.]+/)]) {
      const meant = fieldMeant(one, known)
      if (meant !== undefined) return meant
    }
  }
  return undefined
}

const MAX_TAG = 200
