import type { Words } from './phrases.ts'

/** Words for states in other languages, in the format of vocabulary.ts. Source: interfaces of products in these languages. */
export const OTHER_LANGUAGES: Readonly<Record<string, Words>> = {
  'Danish, Swedish and Norwegian': {
    active: 'tilmeldt, abonnent*, prenumer*, anmald, pameldt, abonnerer, ~aktiv*, ~bekraeftet, ~bekraftad, ~bekreftet',
    inactive: '~inaktiv*, ~afventer*, ~vantar*, ~venter*, ~ubekraeftet, ~obekraftad, ~ubekreftet, ~ej bekraftad',
    cancelled: `afmeldt*, frameldt*, avmeldt*, avregistrer*, avanmald*, avprenumer*, avslutad*, avslutat*, avslutta*, uppsagd*, oppsagt*, opsagt, reklamebeskyttet, ikke kontakt*, ikke send*, skicka inte*, kontakta inte*, reservert mot*, ~blokeret, ~blockerad, ~blokkert,
      ~slettet, ~borttagen, ~fjernet`,
    bounced: 'studsa*, ~ugyldig*, ~ogiltig*, ~ikke leveret, afvist, avvist',
    complained: 'klage*, klagomal, ~misbrug',
  },
  Russian: {
    active: 'подписан, подписана, подписчик*, ~активен, ~активна, ~активный, ~активно, ~подтвержден*, ~доступен',
    inactive: 'неподтвержден*, ~неактив*, ~ожида*, ~новый, ~приостановлен*',
    cancelled:
      'отписан*, отписал*, отписк*, отказал*, отказ, ~удален*, ~заблокирован*, ~отменен*, черный список, ~исключен*, не отправлять, не присыл*',
    bounced: 'недоступ*, ~недействител*, не существует, ~ошибка, ~неверный*, возврат, недоставлен*',
    complained: 'жалоб*, спам*, пожаловал*',
  },
  Ukrainian: {
    active: 'підписаний, підписана, підписник*, ~активний, ~активна, ~підтверджен*',
    inactive: 'непідтверджен*, ~неактивн*, ~очіку*',
    cancelled: 'відписан*, відписав*, відписк*, відмов*, ~видален*, ~заблокован*',
    bounced: 'недоступн*, ~недійсн*, недоставлен*',
    complained: 'скарг*, спам*',
  },
  Turkish: {
    active: 'abone, abone oldu, ~aktif, ~onayli, ~onaylandi',
    inactive: '~onay bekl*, ~bekliyor, ~beklemede, ~pasif, onaylanmam*, abone degil',
    cancelled:
      'abonelikten cik*, aboneligi iptal*, abonelik iptal*, listeden cik*, ~iptal*, ~silindi, ~engellendi, kara liste',
    bounced: 'geri dondu, ~gecersiz, teslim edilemedi',
    complained: 'sikayet*',
  },
  'Czech and Slovak': {
    active: 'prihlasen*, odebira, odberatel*, ~aktivni, ~aktivny, ~potvrzen*, ~potvrdeny',
    inactive: 'nepotvrzen*, nepotvrden*, neprihlasen*, ~neaktivn*, ~ceka*',
    cancelled: 'odhlas*, ~zrusen*, ~ukoncen*, ~smazan*, ~blokovan*, ~vymazan*, neposilat*, nezasilat*',
    bounced: 'nedoruc*, ~neplatn*',
    complained: 'stiznost*, staznost*',
  },
  Hungarian: {
    active: 'feliratkozott, feliratkozva, ~megerositett',
    inactive: 'megerositetlen, ~megerositesre var, ~fuggoben',
    cancelled: 'leiratkoz*, ~torolt, ~torolve, ~tiltott, feketelista',
    bounced: 'visszapattan*, ~ervenytelen',
    complained: 'panasz*',
  },
  Finnish: {
    active: 'tilannut, tilattu, tilaaja, ~vahvistettu, ~aktiivinen',
    inactive: 'vahvistamaton, ~odottaa*, ~passiivinen',
    cancelled: 'perunut, peruut*, ~perut*, poistunut, ~poistettu, ~estetty, kieltanyt',
    bounced: 'palautunut, ~virheellinen',
    complained: '~roskaposti*',
  },
  Romanian: {
    active: 'abonat, abonata',
    inactive: 'neconfirmat*, ~in asteptare',
    cancelled: 'dezabon*',
    complained: 'reclamatie',
  },
  Greek: {
    active: 'εγγεγραμμενος, εγγεγραμμενη, ~ενεργος, ~ενεργη',
    inactive: '~σε αναμονη, ~ανενεργ*, ~εκκρεμει',
    cancelled: 'διαγραμμεν*, διαγραφ*, απεγγραφ*, ~ακυρωμεν*',
  },
  Hebrew: {
    active: 'רשום, מנוי, ~פעיל',
    inactive: '~ממתין',
    cancelled: 'הוסר, הסיר, הסרה, ביטל, מבוטל, ~חסום',
  },
  Arabic: {
    active: 'مشترك, ~نشط',
    inactive: '~قيد الانتظار, غير مشترك',
    cancelled: 'ألغى الاشتراك, إلغاء الاشتراك, ~ملغى, ~محظور',
  },
  Chinese: {
    active: '已订阅, 订阅中, 已訂閱, 訂閱中, ~有效, ~生效',
    inactive: '未确认, 待确认, 未订阅, 未確認, 待確認, 未訂閱',
    cancelled: '退订, 取消订阅, 退訂, 取消訂閱, 黑名单, 黑名單, 拒收, ~已取消, ~已删除',
    bounced: '退信, 硬退, ~无效, ~無效',
    complained: '投诉, 投訴, 垃圾邮件, 垃圾郵件',
  },
  Korean: {
    active: '구독중, 구독 중, 수신동의, ~활성',
    inactive: '미확인, 미구독, 미동의, 비활성, ~대기',
    cancelled: '수신거부, 수신 거부, 구독취소, 구독 취소, 구독해지, 구독 해지, 탈퇴, 철회, ~해지, ~차단',
    bounced: '반송, 발송실패, 발송 실패',
    complained: '스팸',
  },
}
