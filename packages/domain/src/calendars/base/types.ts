export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

/** Where a table comes from: who decides, where that is published, by which rule, and what it was compared with. */
export type Source = {
  publisher: string
  url: string
  rule: string
  checked: { against: string; on: string }
}

/** Names of closing days with their dates, `2026-12-25`; days of the weekend are left out. */
type Days = Readonly<Record<string, readonly string[]>>

/** The days on which a currency settles, or the banks of a country work. */
export type Calendar = {
  weekend: readonly Weekday[]
  /** The years that the table covers; outside them only the weekend is known. */
  years: { from: number; to: number }
  source: Source
  closed: Days
  /** Days that the publisher fixes shortly before, such as those of the moon: as they are computed. */
  expected: Days
}

/** Times of the day as `17:00`, in the system's zone. */
export type Hours = {
  opens: string
  /** Where the day of a system begins in the evening before. */
  opensOn?: 'THE_EVE'
  /** From here on an order is one of the next business day. */
  cutoff: string
  /** Other cut-offs of some days of the week. */
  cutoffOn?: Readonly<Partial<Record<Weekday, string>>>
}

/** When the payee has the money: so long after the order leaves, or on a business day after that. */
export type Arrival = { minutes: number } | { businessDays: number; by: string }

/** A payment system as its orders leave and arrive. */
export type System = {
  name: string
  /** IANA zone in which its days and hours are meant. */
  zone: string
  calendar: Calendar
  /** ALWAYS: at any hour of any day. */
  hours: Hours | 'ALWAYS'
  arrival: Arrival
  /** Where hours and arrival are published. */
  source: string
}

/** Where a bank takes orders no longer than to a time of the day, `16:00`, in an IANA zone. */
export type CutOff = { time: string; zone: string }

export type Schedule = {
  /** When the order leaves: now, or when the system opens next. */
  leavesAt: Date
  arrivesBy: Date
  /** The system's business day of the order, `2026-11-30`. */
  executionDate: string
  /** One of the days is of a year that the calendar does not have: only weekends were looked at. */
  isEstimated: boolean
}
