/** Our return path and From address, and the recipient, in the texts below. */
export const SENDER_TEXTS_OF = {
  senders: ['bounce+1@mail.creator.example', 'ann@creator.example'],
  recipient: 'bob@recipient.example',
} as const

/** Refusals whose status says that an address or domain does not exist, but whose words name only the sender's. */
export const SENDER_TEXTS = [
  '5.1.2 no MX for creator.example',
  '5.1.2 Cannot resolve creator.example',
  '5.1.2 creator.example has no A record',
  '5.1.2 DNS failure for creator.example',
  '5.1.2 creator.example: bad domain',
  '5.1.2 Domain mail.creator.example has no valid MX',
  '5.1.1 ann@creator.example: address rejected',
  '5.1.10 ann@creator.example',
  '5.1.2 no MX for creator.example.',
  '5.1.2 MX lookup of CREATOR.EXAMPLE failed',
  '5.1.2 creator.example: neither A nor AAAA record',
  '5.1.2 <creator.example> is not resolvable',
  '5.1.2 Bad destination system (creator.example)',
  '5.1.2 mail.creator.example: SERVFAIL',
  '5.1.2 MX of bounce.creator.example points to 127.0.0.1',
  '5.1.2 <bounce+1@mail.creator.example>: domain rejected',
  '5.1.2 DNS von creator.example antwortet nicht',
  '5.1.2 Le domaine creator.example n’est pas joignable',
  '5.1.2 El dominio "creator.example" no responde',
  '5.1.2 无法解析域名：creator.example',
  '5.1.1 <ann@creator.example>',
  '5.1.1 <ann@creator.example>: no such user',
  '5.1.1 MAIL FROM:<bounce+1@mail.creator.example> rejected',
  '5.1.1 Mail from creator.example is not wanted',
  '5.1.1 Callback to ann@creator.example failed',
  '5.1.1 DNS of mail.creator.example has no MX',
  '5.1.10 creator.example publishes MX 0 "."',
  '5.1.10 <news@creator.example> rejected',
  '5.1.3 Bad syntax: ann@creator.example',
  '5.1.6 ann@creator.example has moved',
] as const

/** Refusals with such a status that name the recipient, both, or neither, which counts as proof. */
export const RECIPIENT_TEXTS = [
  '5.1.1 bob@recipient.example: address rejected',
  '5.1.1 <bob@recipient.example>, from <ann@creator.example>',
  '5.1.10 bob@recipient.example',
  '5.1.2 no MX for recipient.example',
  '5.1.2 recipient.example has no A record, needed for mail of creator.example',
  '5.1.2 Cannot resolve mx.recipient.example',
  '5.1.1 mx.notcreator.example: rejected',
  '5.1.1 rejected [mx.creator.example]',
  '5.1.1 rejected, see https://help.creator.example/mx',
  '5.1.1 rejected by out.creator.example',
  '5.1.2 bad address',
] as const
