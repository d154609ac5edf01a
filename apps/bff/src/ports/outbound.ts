import type { Result } from '@corridor/domain'

export type OutboundRequest = { url: string; headers: Record<string, string>; body: string }

/** Where an attempt ended that brought no answer. */
export type OutboundFailure =
  /** The address may not be called; nothing was sent. */
  | 'ADDRESS'
  | 'DNS'
  | 'CONNECT'
  | 'TLS'
  /** Connected, but the answer was not complete in time. */
  | 'TIMEOUT'
  /** Connected, but the connection ended early or brought something that is not HTTP. */
  | 'BROKEN'

export type OutboundOutcome =
  | {
      kind: 'answered'
      status: number
      /** The few headers worth showing, in lower case, each at most 200 characters. */
      headers: Record<string, string>
      /** What came first, as text of at most 4 KiB without control characters. */
      body: string
      durationMs: number
    }
  | {
      kind: 'failed'
      reason: OutboundFailure
      /** A sentence for the partner. */
      message: string
      durationMs: number
    }

/** A document that was asked for; `message` is a sentence for the operator's log. */
export type FetchOutcome =
  | {
      kind: 'answered'
      status: number
      /** At most 256 KiB; a longer answer is a failure. */
      body: Uint8Array
      /** How long the answer says it may be kept; undefined where it says nothing. */
      maxAgeSeconds: number | undefined
    }
  | { kind: 'failed'; reason: OutboundFailure; message: string }

/** Which rule of guarantees.md 3.5 an address breaks. */
export type AddressRule =
  | 'URL_TOO_LONG'
  | 'URL_MALFORMED'
  | 'SCHEME_NOT_ALLOWED'
  | 'USERINFO_NOT_ALLOWED'
  | 'PORT_NOT_ALLOWED'
  | 'HOST_NOT_CANONICAL'
  | 'HOST_NOT_PUBLIC'
  | 'ADDRESS_NOT_PUBLIC'
  | 'ADDRESS_OWN'
  | 'ADDRESSES_TOO_MANY'

/** The message is a sentence for the partner. */
export type AddressRefusal = { rule: AddressRule; message: string }

/** The one way to call addresses that others gave: webhooks and key sets (guarantees.md 3.5). */
export type Outbound = {
  /** Judges an address without connecting; `resolved: false` where the name could not be looked up. */
  vet(url: string): Promise<Result<{ resolved: boolean; addresses: string[] }, AddressRefusal>>
  /** One POST on a connection of its own; follows no redirects. Never throws. */
  post(request: OutboundRequest): Promise<OutboundOutcome>
  /** One GET of a JSON document under the same rules, in at most five seconds. Never throws. */
  get(url: string): Promise<FetchOutcome>
}
