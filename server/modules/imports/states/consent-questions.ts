/** Words of wanting and of mailings: a header with both asks for consent, as in "Would you like to receive our newsletter?". */
export const WANTING = `receive, receives, receiving, accept*, agree*, consent*, want*, wish*, would like, can we email*, may we email*, allow*, keep me, notify me, send me, subscribe,
  permission*, opt in, authorize*, authorise*, recevoir, recoi*, souhait*, autoris*, recibir, acept*, dese*, quiero, autoriz*, receber, aceit*,
  quero, ricev*, accett*, consen*, acconsent*, einwillig*, zustimm*, erlaub*, erhalten, mochte, wunsch*, einverstanden, ontvang*, toestemming*, zgod*,
  chce, wyraz*, samtyk*, samtyck*, modtag*, motta, mottar, соглас*, izin, izni, souhlas*`
export const MAILINGS = `newsletter*, email, emails, e mail, e mails, mail, mails, mailing*, marketing*, promot*, promoz*, promoc*, offer, offers, special offers, offre*, ofert*,
  news, updates, updated, comercia*, commercia*, publicit*, publicid*, comunica*, communication*, lettre*, boletin*, angebot*, werb*, nieuwsbrief*,
  nyhedsbrev*, nyhetsbrev*, biuletyn*, рассылк*, bulten*, ileti, infolettre*, novidades, novedades, novita, nouveautes, actualites, neuigkeiten,
  nyheter, nyheder, aktualnosci, новости`
/** With one of these, a question is about other emails. */
export const OTHER_EMAILS = new Set(
  'invoice invoices receipt receipts order orders report reports rechnung rechnungen facture factures factura facturas fattura fatture'.split(
    ' ',
  ),
)
/** With one of these before the word of wanting, a question is answered with yes by those who want no emails. */
export const REFUSING = new Set(
  'don dont not longer never nicht kein keine ne non pas nao niet geen nie ikke inte ej не refuse refuses rechazo recuso rifiuto weiger odmawiam'.split(
    ' ',
  ),
)
