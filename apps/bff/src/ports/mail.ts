export type Message = {
  channel: 'EMAIL' | 'SMS'
  /** An e-mail address, or a telephone number as E.164. */
  to: string
  subject: string
  text: string
  /** For the sandbox mailbox only: what a test would otherwise read out of the text. */
  code?: string
  otpId?: string
  entityId?: string
}

/** Mail and SMS: the sandbox mailbox or real transports behind one port. */
export type Post = {
  /** @throws on a message that was not taken over, as far as is known. */
  send(partnerId: string, message: Message): Promise<void>
}
