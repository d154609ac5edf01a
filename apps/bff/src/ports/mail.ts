export type Message = {
  channel: 'EMAIL' | 'SMS'
  to: string
  subject: string
  text: string
  /** For the sandbox mailbox only: what a test would otherwise read out of the text. */
  code?: string
  otpId?: string
  entityId?: string
}

/** Mail and SMS: the sandbox mailbox or real transports behind one port. */
export type Post = { send(partnerId: string, message: Message): Promise<void> }
