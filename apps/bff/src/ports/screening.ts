/** A person or a company by name: a customer, an account's holder, or who paid. */
export type PartySubject = {
  name: string
  /** Calendar date, `1990-01-31`; '' and none are the same. */
  dateOfBirth?: string
  /** ISO 3166 alpha-2 code of nationality or incorporation; '' and none are the same. */
  country?: string
}

/** A wallet's address, in whatever case; a listed address is listed on every chain. */
export type AddressSubject = { address: string }

/** Whom to look for, by name or by address. */
export type ScreeningSubject = PartySubject | AddressSubject

/** How a detail of the subject compares with the listed one; UNKNOWN where either side lacks it. */
export type Comparison = 'SAME' | 'DIFFERENT' | 'UNKNOWN'

export type ScreeningHit = {
  /** Place of the subject in the list that was asked for, from 0. */
  subject: number
  /** The subject's name or address as it was asked for. */
  name: string
  /** 0 to 100; never below the report's threshold. */
  score: number
  /** The name, alias or address of the list that is nearest. */
  listedName: string
  program: string
  /** The list's own id of the entry. */
  reference: string
  dateOfBirth: Comparison
  country: Comparison
  /** Why the two are taken for each other, in English for whoever decides: `written in another script`. */
  because: readonly string[]
}

export type ScreeningReport = {
  list: string
  /** When the list was published: ISO 8601, in UTC. */
  publishedAt: string
  /** Changes whenever the content of the list may have changed. */
  version: string
  threshold: number
  /** Best first, one for each subject and entry. A hit is a matter for a person, never a verdict. */
  hits: ScreeningHit[]
}

/** Looks people, companies and addresses up in sanctions lists: a local file, or a provider's service. */
export type Screening = {
  readonly name: string
  /** @throws where the list cannot be asked now; the caller tries again later */
  screen(subjects: readonly ScreeningSubject[]): Promise<ScreeningReport>
}
