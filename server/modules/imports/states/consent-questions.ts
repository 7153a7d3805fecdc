/** Words of wanting and of mailings: a header with both asks for consent, as in "Would you like to receive our newsletter?". */
export const WANTING = `receive, receives, receiving, accept*, agree*, consent*, want*, wish*, would like, can we email*, may we email*, allow*, keep me, notify me, send me, subscribe,
  permission*, opt in, authorize*, authorise*, recevoir, recoi*, souhait*, autoris*, recibir, acept*, dese*, quiero, autoriz*, receber, aceit*,
  quero, ricev*, accett*, consen*, acconsent*, einwillig*, zustimm*, erlaub*, erhalten, mochte, wunsch*, einverstanden, ontvang*, toestemming*, zgod*,
  chce, wyraz*, samtyk*, samtyck*, modtag*, motta, mottar, соглас*, izin, izni, souhlas*`
/** Words of getting and joining, which also stand for other things: with them, nothing else may be in the header. */
export const GETTING = `get, gets, getting, sign up, signup, signed up, member,
  members, registered, enabled, recibe, recebe, recoit, vil, vill, wil, will, mag, darf, inscri*, iscri*, suscri*, abonn*, abone*, assinan*,
  angemeldet, anmeld*, ingeschreven, aangemeld, geabonneerd, zapis*, otrzym*, prenumer*, tilmeldt, pameldt, anmald, получ*, подпис*, odebir*, prihlas*,
  feliratk*, tilat*, tilaa*`
export const MAILINGS = `newsletter*, email, emails, e mail, e mails, mail, mails, mailing*, marketing*, promot*, promoz*, promoc*, offer, offers, special offers, offre*, ofert*,
  news, updates, updated, comercia*, commercia*, publicit*, publicid*, comunica*, communication*, lettre*, boletin*, angebot*, werb*, nieuwsbrief*,
  nyhedsbrev*, nyhetsbrev*, biuletyn*, рассылк*, bulten*, ileti, infolettre*, novidades, novedades, novita, nouveautes, actualites, neuigkeiten,
  nyheter, nyheder, aktualnosci, новости, correo*, courriel*, e post, mailadres*, emailadres*, gemaild, utskick*, markedsfor*, marknadsfor*,
  markkinoint*, uutiskirje*, hirlevel*, odber*, список рассыл*, メール*, メルマガ*, nl`
/** Nouns that a word of leaving beside them can be about, as in "Newsletter gesperrt". */
export const EMAIL_NOUNS = `newsletter*, email, emails, e mail, e mails, mail, mails, mailing, mailings, marketing, nieuwsbrief*, nyhedsbrev*, nyhetsbrev*,
  biuletyn*, boletin*, infolettre*, correo*, courriel*, e post, mailadres*, emailadres*, рассылк*, メール*, メルマガ*, consen*, einwilligung*, opt in, optin,
  abonnement*`
/** With one of these before a mailing, the column is about wanting none, as in "Geen e-mail". */
export const NONE = new Set('kein keine keinen geen ingen inga bez без'.split(' '))
/** With one of these, a question is about other emails. */
export const OTHER_EMAILS = new Set(
  'invoice invoices receipt receipts order orders report reports rechnung rechnungen facture factures factura facturas fattura fatture'.split(
    ' ',
  ),
)
/** With one of these before the word of wanting, subscribers who want no emails answer a question with yes. */
export const REFUSING = new Set(
  'don dont not longer never nicht kein keine ne non pas nao niet geen nie ikke inte ej не refuse refuses rechazo recuso rifiuto weiger odmawiam'.split(
    ' ',
  ),
)

/** With one of these alone, yes and no may be about emails. Beginnings of words, or whole ones with `=`. */
export const ALONE_STEMS = `accord, akkoord, agreement, =agrees, allowed, permitted, willing, =receive, =receives, authoris, authoriz, erlaubt, gestattet, ansprechbar, zgadza, godkan, godkjen, разреш, autoris, autoriz, aderis, permess,
  toegestaan, dozwolon, tillat, tilladt`
/** Words for a membership, whose states are asked about when one says that a member left. */
export const MEMBERSHIPS = new Set(
  'membership mitgliedschaft adhesion membresia lidmaatschap czlonkostwo medlemskap medlemskab членство'.split(' '),
)
/** Beginnings of words for something that ended. They also mean orders and contracts: a user decides. */
export const ENDED_STEMS = `=ended, =stopped, =closed, suspend, suspens, terminated, discontinued, lapsed, churned, expired, declined, =withdrew, abgelaufen, ausgelaufen, stillgelegt,
  ruhend, eingestellt, termine, expire, clotur, terminad, finalizad, caducad, vencid, encerrad, expirad, cessat, terminat, scadut, conclus, verlopen,
  zakonczon, wygas, avslut, utlopt, udlobet, прекращ, заверш, истек, sonland, bitti, ukoncen, lejart, 終了, 期限切れ, 종료, 만료, 过期, 過期`

/** Names of files with subscribers who left, besides the words of states. */
export const LEFT_FILES = `leaver*, lapsed, churned, lost subscribers, lost readers, former subscriber*, former member*, former reader*, former contact*,
  past subscriber*, past member*, previous subscriber*, previous member*, ex subscriber*, ex member*, ehemalige*, ausgetretene*,
  exabonnent*, ex abonnent*, fruhere abonnent*, ancien abonne*, anciens abonne*, anciens inscrit*, ex abonne*, exabonne*, antiguos suscriptor*, ex suscriptor*,
  exsuscriptor*, antigos assinante*, antigos inscrit*, ex assinante*, ex inscrit*, ex iscritt*, vecchi iscritt*, oud abonnee*, oude abonnee*,
  voormalige abonnee*, byli subskryb*, tidligere abonnent*, tidigare prenumerant*, бывши*, отписавш*, відписан*, колишні*, 退会者, 解約者,
  geloscht*, gesperrt*, deaktiviert*, gekundigt*, storniert*, supprime*, bloque*, radie*, resili*, eliminad*, borrad*, bloquead*, cancelad*,
  removid*, eliminat*, bloccat*, annullat*, verwijderd*, geblokkeerd*, opgezegd*, usunie*, slettede, borttagna, sparrade, удален*, silinen*,
  deleted*, ended subscri*, lost contact*, gone away*, resigned, cancellations, entzogen*, erasure*, trashed, quarantined, opgezeggingen, kundigungen, odhlasen*, leiratkozot*`
/** Names of files with subscribers who have not agreed or get no emails, besides the words of states. */
export const INACTIVE_FILES = `inactive*, inaktiv*, inactif*, inactiv*, inativ*, inattiv*, inactie*, nieaktywn*, neaktivn*, неактив*, inaktiivi*, pending*, ausstehend*,
  en attente, pendiente*, pendente*, in attesa, in afwachting, oczekuj*, ожида*, очіку*, awaiting*, expired, abgelaufen*, expire, expiree, expirees, abonnes expires, contacts expires, caducad*,
  vencid*, expirad*, scadut*, verlopen, wygas*, transactional contact*, transactional subscriber*, transactional only, transactional audience,
  transactional recipient*, transaktion* kontakt*, dormant*, suspended*, desactiv*, desativ*, disattiv*, gedeactiv*, dezaktyw*, snoozed,
  unengaged*, disengaged*, non marketing, nonmarketing, disabled, paused subscri*, paused contact*, on hold contact*,
  niezapisan*, niepotwierdz*, unbestatigt*, unangemeldet*, ungetragen*,
  unsubscribable, not mailable, nonmailable, unmailable, unpermissioned, non consent*, nonconsent*, unconsent*, not opted*, non opt*, nonopt*,
  休眠*, 未購読*, no newsletter*, no marketing, ohne newsletter, sans newsletter, sin newsletter, sem newsletter, senza newsletter, zonder nieuwsbrief, bez newslettera,
  未同意*, 未許諾*, 期限切れ*, 未订阅*, 未訂閱*, 미구독*, 미동의*, 비활성*`
/** With one of these, "pending" and "expired" are not about subscribers. */
export const OTHER_FILES = new Set(
  `order orders bestellung bestellungen commande commandes pedido pedidos ordine ordini bestelling bestellingen zamowienia payment payments
   zahlungen paiements pagos pagamentos pagamenti betalingen platnosci invoice invoices rechnung rechnungen facture factures factura facturas
   fattura fatture facturen faktury receipt receipts ticket tickets booking bookings buchungen reservation reservations reservas appointment
   appointments refund refunds loans quotes tasks projects jobs cases shipment shipments coupon coupons voucher vouchers license licenses licence
   licences domains deals products plugins items campaigns drafts contracts warranty warranties`.split(/\s+/),
)
/** With one of these before a word of joining, a file has subscribers who have not joined. */
export const NOT_BEFORE = new Set(
  'not non no never nicht kein keine pas jamais sin nunca nao sem niet geen nooit nie inte ikke ej aldrig senza mai isnt ex formerly previously without ohne sans zonder bez uden uten utan не без'.split(
    ' ',
  ),
)
/** The same behind it, as in "Opt-in: no". */
export const NOT_BEHIND = new Set(
  'no false missing nein non nao nee nie nej nei нет fehlt falta manca ontbreekt brak'.split(' '),
)
/** Beginnings of words for consent, which someone in a file may not have given. */
export const CONSENTS = `consent*, permission*, optin*, opt in*, double opt in*, doi, einwilligung*, zustimmung*, consentement*, accord, consentimiento*, consentimento*, consenso,
  toestemming*, zgod*, samtykke*, samtycke*, согласи*, souhlas*, 同意*, accept*, marketing, newsletter*, nieuwsbrief*, alta, anmeldung*, assina*, subscri*, opted in, abonniert*, angemeldet*, inscri*, abonn*, suscri*, iscri*,
  ingeschreven*, aangemeld*, geabonneerd*, zapisan*, tilmeldt*, pameldt*, anmald*, подписан*, confirm*, bestatigt*, verified, verifi*, active,
  aktiv*, actif*, actives, activ*, ativ*, attiv*, actie*, aktywn*, mailable, emailable, contactable, bevestigd*, potwierdz*, conferm*`
/** Words between a "not" and a word of joining, as in "Not yet subscribed". */
export const YET = new Set(
  'yet longer mehr noch encore ainda ancora aun todavia newsletter email e mail marketing double'.split(' '),
)

/** Prepositions, articles and other words that change nothing about what stands beside them, as in "Iscritto alla newsletter". */
export const SMALL_WORDS = `the a an and or by via with al alla allo alle ai agli il lo gli un una su per con au aux du des dans par pour sur sa les et ou el los las en
  y para por na nas nos ao aos da das do dos com e op voor aan het een van met und oder fur zum zur am im auf bei mit die der den dem til pa
  pu om och og det vores unserem unseren unsere nostra nuestra nossa notre onze naszego w z ze dla o k ke v в на по для от liegt vor flag sign signed
  up enabled confirmed bestatigt tilattu list nl`

/**
 * The beginnings of words of mailings and of joining them; with `*`, anywhere in a compound, and with `=`, the whole word. Yes and no
 * below a header with one of these may mark who may be mailed, though the header is not known.
 */
export const EMAIL_STEMS = `*mail, *mejl, *newsletter, digest, bulletin, =news, e news, =updates, *infobrief, *utskick, sahkopost, =edm, =dm, stay in touch, posted, hear from,
  diffusion, prospection, prospektion, verteiler, on the list, *maillij, δελτιο, ενημερωτικ, συγκαταθ, نشرة, اشتراك, ניוזלטר, רשום, *lettre,
  *nieuwsbrief, *nyhedsbrev, *nyhetsbrev, nyheter, bolet, bulet, bulten, biulet, *rundbrief, *marketing, *markkinoint, *markedsfor,
  *marknadsfor, werbe, werbung, *reklam, promotion, promocion, promozion, =promo, =promos, publicit, publicid, *uutiskirje, hirlev, correo,
  courriel, post e, epost, e post, communic, comunic, novedad, novidad, nouveaut, neuigkeit, notif, рассыл, письм, новост, бюллетен, メール,
  メルマガ, ニュース, 邮件, 郵件, 메일, 뉴스레터, อีเมล, ricever, =subs, =abo, assinat, inschrijv, abbonament, abonament, predplat, sottoscri, join list, joined list, joined the list, contact me, souscri, aanmeld, zugestimm, consient, =alta, 送信, dm希望, einverstand, ban tin,
  =nl, deliverab, zustell, suscri, subskr, iscri, inscr, abonn, abone, abonat, zapis, odebir, odber, prihlas, feliratk, tilat, tilaa, prenum,
  tilmeld, pameld, anmeld, angemeld, aangemeld, ingeschrev, подпис, підпис, 購読, 配信, 受信, オプトイン, 订阅, 訂閱, 구독, 수신, consen, einwillig, zustimm,
  toestemm, samtyk, samtyck, zgod, souhlas, suhlas, соглас, згод, izin, izni, permission, optin, opt in, =opt, =opted, =doi, gdpr, rgpd, dsgvo,
  lgpd, subscr`
/** The same for leaving, besides the words of states. */
export const LEAVING_STEMS = `*sperr, delisted, purged, =reported, =failed, anonymi, versandstop, ausschluss, ausgeschloss, excluded, =exclu, =exclue, esclus, uitschrij, uitgeslot, wypis,
  =saiu, desativ, desactiv, удал, molest, fehlerhaft, beendet, unsub, remove, delete from, leave list, off list, wants off, churned, forget
  me, objected, objects, objection, robinson, ausgeschied, ausgetret, ausgestieg, einspruch, unenrol, odwol, =baixa, =baixas, uscit, =sorti, vertrokken, kontaktverbot, contact ban, =storno, subscription ended, dimission, demission, resili, odstap, =mailstop, mailstopp, kontaktstop, werbestop, newsletterstop, beeindig,
  uppsag, opsag, wypowied, =withdrew, stornier, verstorb, verzogen, deceased, decede, refus, hors list, anulad, recusou,
  recusa, =recesso, bezwaar, wykresl, odmow, sparrad, reservasj, =tiltva, tiltott, blocat, blokir, odjavlj, =huy, ブロック, 停止, 解除, 拒否, descad,
  odhlas, zrus, vymaz, sterg, izbris, obrisan, widerspr, widerruf, austrag, austritt, kundigung, *kielto, kiell, reserver, revoc, annul,
  sprzeciw, zablok, bloqu, blokk, blockier, supprim, elimin, inacti, inakti, inatti, nieakt, neakt, paused, pausiert, pausad, gepauz,
  muted, snooz, suspend, sospes, =dnc, =dne, =dnm, =stopped, cancel, resigned, lapsed, =exit, =exited`
/** Words of how often someone gets emails, or how. */
export const FREQUENCY_STEMS = `frequen, frecuen, haufigkeit, czestotliw, frekven, frekvens, prefer, praferenz, preferenz, voorkeur, taajuus, 頻度, частот`
/** Words of wanting and allowing, which say something with a "not" or a word of writing to someone beside them. */
export const ASKING_STEMS = `accept, permit, allow, authori, autori, =want, =wants, =wish, =wishes, =receive, =receives, =keep, acept, aceit, accett, desea, deseo,
  desej, desider, quier, souhait, =veut, recevoir, recibir, receber, ricever, mocht, erlaub, einverstand, wunsch, ontvang, =chce, otrzym,
  godkann, godtar, onsker, onskar, modtag, =motta, =mottar, получ, хоч, 希望, 許諾`
/** Words of writing to someone, which say something with a "not" or a word of wanting beside them. */
export const CONTACT_STEMS = `contact, kontakt, contat, send, skick, envi, invi, stuur, wysyl, posil, zasil, anschreib, angeschrieb, benachricht, ansprech, solicit, присыл, отправ,
  беспоко, benader, писат, надсил, notif, disturb, bother, versand, =market, write, schreib, ecri, 連絡`
export const ALLOWING = new Set(
  'can may ok okay allowed happy willing kann konnen darf durfen mag mogen peut puede pode puo moze far kan можно erlaubt'.split(
    ' ',
  ),
)
/** With one of these, yes and no are about something else. */
export const OTHER_SUBJECTS = new Set(
  `order orders bestellung bestellungen commande commandes pedido pedidos ordine ordini payment payments card invoice invoices receipt receipts ticket tickets booking
   bookings reservation reservations appointment appointments event events class visit handed handicap terms cookies cookie opened clicked sent
   delivered replied read call calls loan quote case cases job jobs project projects task tasks policy demo
   gifted price waiting wait wish guest gifts offer accepted lunch
   country land pays pais paese city stadt region resident track tracking shipping
   fulfillment fulfilment refund`.split(/\s+/),
)
/** Consent to these is none to emails. Of other subjects, a header with "opt-in" may be: "Event opt-in". */
export const OTHER_CONSENTS = new Set('cookie cookies terms policy track tracking'.split(' '))
