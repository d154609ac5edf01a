import { describe, expect, test } from 'vitest'
import { scheduleOf } from './base/schedule.ts'
import { systemOf } from './systems/table.ts'
import { momentOf } from './base/zoned.ts'

/**
 * Rail, moment; when it leaves, when it arrives, on which day it is executed, and why the case is here.
 *
 * Reckoned apart from the code, with the time zones of Python 3.11 and these closing days: the package
 * holidays 0.105 for TARGET, England, Brazil, Canada, New South Wales with Victoria, Japan, Singapore
 * and the Philippines; richmondfed.org/about_us/holiday_schedule for the Federal Reserve Banks; what was
 * announced in 2025 and 2026 for the Emirates (gulfnews.com, khaleejtimes.com) and Kuwait (kba.kw).
 * Hours as their operators publish them: the sources stand in systems/. Looked at on 2026-11-28.
 */
const table = `
SEPA_CREDIT 2026-11-29T00:05Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | a Sunday by night
SEPA_CREDIT 2026-11-27T13:59Z | now | 2026-11-30T17:00Z | 2026-11-27 | a minute before the cut-off of a Friday
SEPA_CREDIT 2026-11-27T14:00Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | at the cut-off of a Friday
SEPA_CREDIT 2026-11-28T12:00Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | a Saturday
SEPA_CREDIT 2026-11-29T22:59Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | a Sunday, a minute before midnight of Frankfurt
SEPA_CREDIT 2026-11-29T23:00Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | Monday in Frankfurt, Sunday in London
SEPA_CREDIT 2026-11-30T05:59Z | 2026-11-30T06:00Z | 2026-12-01T17:00Z | 2026-11-30 | before it opens
SEPA_CREDIT 2026-11-30T06:00Z | now | 2026-12-01T17:00Z | 2026-11-30 | when it opens
SEPA_CREDIT 2026-11-30T10:00Z | now | 2026-12-01T17:00Z | 2026-11-30 | a Monday
SEPA_CREDIT 2026-12-23T15:00Z | 2026-12-24T06:00Z | 2026-12-28T17:00Z | 2026-12-24 | before Christmas
SEPA_CREDIT 2026-12-24T10:00Z | now | 2026-12-28T17:00Z | 2026-12-24 | Christmas Eve: arrives after the weekend
SEPA_CREDIT 2026-12-24T14:30Z | 2026-12-28T06:00Z | 2026-12-29T17:00Z | 2026-12-28 | Christmas Eve after the cut-off
SEPA_CREDIT 2026-12-25T10:00Z | 2026-12-28T06:00Z | 2026-12-29T17:00Z | 2026-12-28 | Christmas Day
SEPA_CREDIT 2026-12-26T10:00Z | 2026-12-28T06:00Z | 2026-12-29T17:00Z | 2026-12-28 | a Saturday and holiday
SEPA_CREDIT 2026-12-31T13:00Z | now | 2027-01-04T17:00Z | 2026-12-31 | last of the year: arrives on the fourth
SEPA_CREDIT 2026-12-31T14:00Z | 2027-01-04T06:00Z | 2027-01-05T17:00Z | 2027-01-04 | last of the year after the cut-off
SEPA_CREDIT 2026-12-31T23:30Z | 2027-01-04T06:00Z | 2027-01-05T17:00Z | 2027-01-04 | New Year in Frankfurt
SEPA_CREDIT 2027-01-01T00:00Z | 2027-01-04T06:00Z | 2027-01-05T17:00Z | 2027-01-04 | New Year
SEPA_CREDIT 2026-04-02T13:30Z | 2026-04-07T05:00Z | 2026-04-08T16:00Z | 2026-04-07 | Thursday before Easter, after the cut-off in summer time
SEPA_CREDIT 2026-04-02T12:30Z | now | 2026-04-07T16:00Z | 2026-04-02 | Thursday before Easter, before it
SEPA_CREDIT 2026-04-03T09:00Z | 2026-04-07T05:00Z | 2026-04-08T16:00Z | 2026-04-07 | Good Friday
SEPA_CREDIT 2026-04-06T09:00Z | 2026-04-07T05:00Z | 2026-04-08T16:00Z | 2026-04-07 | Easter Monday
SEPA_CREDIT 2026-04-30T12:00Z | now | 2026-05-04T16:00Z | 2026-04-30 | before Labour Day
SEPA_CREDIT 2026-03-27T14:30Z | 2026-03-30T05:00Z | 2026-03-31T16:00Z | 2026-03-30 | Friday before the clocks go forward
SEPA_CREDIT 2026-03-29T00:59Z | 2026-03-30T05:00Z | 2026-03-31T16:00Z | 2026-03-30 | a minute before the clocks go forward
SEPA_CREDIT 2026-03-29T01:00Z | 2026-03-30T05:00Z | 2026-03-31T16:00Z | 2026-03-30 | when the clocks go forward
SEPA_CREDIT 2026-03-30T04:59Z | 2026-03-30T05:00Z | 2026-03-31T16:00Z | 2026-03-30 | Monday of summer time, before it opens
SEPA_CREDIT 2026-03-30T12:59Z | now | 2026-03-31T16:00Z | 2026-03-30 | Monday of summer time, before the cut-off
SEPA_CREDIT 2026-03-30T13:00Z | 2026-03-31T05:00Z | 2026-04-01T16:00Z | 2026-03-31 | Monday of summer time, at the cut-off
SEPA_CREDIT 2026-10-23T13:30Z | 2026-10-26T06:00Z | 2026-10-27T17:00Z | 2026-10-26 | Friday before the clocks go back
SEPA_CREDIT 2026-10-25T00:30Z | 2026-10-26T06:00Z | 2026-10-27T17:00Z | 2026-10-26 | the hour that comes twice, first
SEPA_CREDIT 2026-10-25T01:30Z | 2026-10-26T06:00Z | 2026-10-27T17:00Z | 2026-10-26 | the hour that comes twice, second
SEPA_CREDIT 2026-10-26T05:30Z | 2026-10-26T06:00Z | 2026-10-27T17:00Z | 2026-10-26 | Monday of winter time, before it opens
SEPA_CREDIT 2026-10-26T13:30Z | now | 2026-10-27T17:00Z | 2026-10-26 | Monday of winter time, before the cut-off
SEPA_CREDIT 2026-10-26T14:00Z | 2026-10-27T06:00Z | 2026-10-28T17:00Z | 2026-10-27 | Monday of winter time, at the cut-off
SEPA_CREDIT 2028-02-28T15:00Z | 2028-02-29T06:00Z | 2028-03-01T17:00Z | 2028-02-29 | leap year, the evening before the leap day
SEPA_CREDIT 2028-02-29T10:00Z | now | 2028-03-01T17:00Z | 2028-02-29 | leap day
SEPA_CREDIT 2028-02-29T14:30Z | 2028-03-01T06:00Z | 2028-03-02T17:00Z | 2028-03-01 | leap day after the cut-off
SEPA_CREDIT 2027-02-26T14:30Z | 2027-03-01T06:00Z | 2027-03-02T17:00Z | 2027-03-01 | a common year: from February to March over a weekend
T2 2026-11-30T01:00Z | 2026-11-30T01:30Z | 2026-11-30T02:30Z | 2026-11-30 | before it opens
T2 2026-11-30T15:59Z | now | 2026-11-30T16:59Z | 2026-11-30 | a minute before the cut-off
T2 2026-11-30T16:00Z | 2026-12-01T01:30Z | 2026-12-01T02:30Z | 2026-12-01 | at the cut-off
T2 2026-03-30T00:00Z | 2026-03-30T00:30Z | 2026-03-30T01:30Z | 2026-03-30 | Monday of summer time, before it opens
T2 2026-10-26T01:00Z | 2026-10-26T01:30Z | 2026-10-26T02:30Z | 2026-10-26 | Monday of winter time, before it opens
CHAPS 2026-11-30T05:59Z | 2026-11-30T06:00Z | 2026-11-30T08:00Z | 2026-11-30 | before it opens
CHAPS 2026-11-30T17:39Z | now | 2026-11-30T19:39Z | 2026-11-30 | a minute before the cut-off
CHAPS 2026-11-30T17:40Z | 2026-12-01T06:00Z | 2026-12-01T08:00Z | 2026-12-01 | at the cut-off
CHAPS 2026-11-27T18:00Z | 2026-11-30T06:00Z | 2026-11-30T08:00Z | 2026-11-30 | Friday evening
CHAPS 2026-12-24T18:00Z | 2026-12-29T06:00Z | 2026-12-29T08:00Z | 2026-12-29 | Christmas Eve after the cut-off
CHAPS 2026-12-26T12:00Z | 2026-12-29T06:00Z | 2026-12-29T08:00Z | 2026-12-29 | Boxing Day, a Saturday
CHAPS 2026-12-28T12:00Z | 2026-12-29T06:00Z | 2026-12-29T08:00Z | 2026-12-29 | Boxing Day as it is kept
CHAPS 2027-12-24T20:00Z | 2027-12-29T06:00Z | 2027-12-29T08:00Z | 2027-12-29 | four closed days
CHAPS 2027-12-31T18:00Z | 2028-01-04T06:00Z | 2028-01-04T08:00Z | 2028-01-04 | New Year of a Saturday
CHAPS 2026-03-27T17:45Z | 2026-03-30T05:00Z | 2026-03-30T07:00Z | 2026-03-30 | Friday before the clocks go forward
CHAPS 2026-03-29T01:30Z | 2026-03-30T05:00Z | 2026-03-30T07:00Z | 2026-03-30 | after the clocks went forward
CHAPS 2026-03-30T05:00Z | now | 2026-03-30T07:00Z | 2026-03-30 | Monday of summer time, when it opens
CHAPS 2026-03-30T16:45Z | 2026-03-31T05:00Z | 2026-03-31T07:00Z | 2026-03-31 | Monday of summer time, after the cut-off
CHAPS 2026-10-25T00:30Z | 2026-10-26T06:00Z | 2026-10-26T08:00Z | 2026-10-26 | the hour that comes twice
CHAPS 2026-10-26T05:30Z | 2026-10-26T06:00Z | 2026-10-26T08:00Z | 2026-10-26 | Monday of winter time, before it opens
CHAPS 2026-10-26T17:30Z | now | 2026-10-26T19:30Z | 2026-10-26 | Monday of winter time, before the cut-off
CHAPS 2026-05-01T17:00Z | 2026-05-05T05:00Z | 2026-05-05T07:00Z | 2026-05-05 | Friday before the early May holiday, after the cut-off
CHAPS 2026-05-04T10:00Z | 2026-05-05T05:00Z | 2026-05-05T07:00Z | 2026-05-05 | early May holiday
CHAPS 2028-02-29T12:00Z | now | 2028-02-29T14:00Z | 2028-02-29 | leap day
BACS 2026-11-27T12:00Z | now | 2026-12-01T07:00Z | 2026-11-27 | a Friday: entered on Tuesday
BACS 2026-11-27T22:00Z | 2026-11-30T07:00Z | 2026-12-02T07:00Z | 2026-11-30 | at the cut-off of a Friday
BACS 2026-12-23T12:00Z | now | 2026-12-29T07:00Z | 2026-12-23 | two days before Christmas
BACS 2026-08-27T12:00Z | now | 2026-09-01T06:00Z | 2026-08-27 | Thursday before the summer holiday
BACS 2026-08-28T21:30Z | 2026-09-01T06:00Z | 2026-09-03T06:00Z | 2026-09-01 | Friday before it, after the cut-off in summer time
BACS 2028-02-28T12:00Z | now | 2028-03-01T07:00Z | 2028-02-28 | over the leap day
FEDWIRE 2026-11-27T23:29Z | now | 2026-11-28T00:29Z | 2026-11-27 | a minute before the cut-off of a Friday
FEDWIRE 2026-11-27T23:30Z | 2026-11-30T02:00Z | 2026-11-30T03:00Z | 2026-11-30 | at the cut-off of a Friday
FEDWIRE 2026-11-28T12:00Z | 2026-11-30T02:00Z | 2026-11-30T03:00Z | 2026-11-30 | a Saturday
FEDWIRE 2026-11-30T01:59Z | 2026-11-30T02:00Z | 2026-11-30T03:00Z | 2026-11-30 | Sunday evening, a minute before it opens
FEDWIRE 2026-11-30T02:00Z | now | 2026-11-30T03:00Z | 2026-11-30 | Sunday evening, when it opens for Monday
FEDWIRE 2026-12-01T01:00Z | 2026-12-01T02:00Z | 2026-12-01T03:00Z | 2026-12-01 | Monday evening, between two days
FEDWIRE 2026-12-01T02:30Z | now | 2026-12-01T03:30Z | 2026-12-01 | Monday evening, open for Tuesday
FEDWIRE 2026-11-25T23:00Z | now | 2026-11-26T00:00Z | 2026-11-25 | the evening before Thanksgiving
FEDWIRE 2026-11-26T15:00Z | 2026-11-27T02:00Z | 2026-11-27T03:00Z | 2026-11-27 | Thanksgiving
FEDWIRE 2026-11-27T02:30Z | now | 2026-11-27T03:30Z | 2026-11-27 | the evening of Thanksgiving, open for Friday
FEDWIRE 2026-07-03T15:00Z | now | 2026-07-03T16:00Z | 2026-07-03 | Friday before a holiday of a Saturday: open
FEDWIRE 2027-07-02T22:31Z | 2027-07-06T01:00Z | 2027-07-06T02:00Z | 2027-07-06 | before a holiday of a Sunday, kept on Monday
FEDWIRE 2027-07-06T01:30Z | now | 2027-07-06T02:30Z | 2027-07-06 | the evening of that Monday
FEDWIRE 2026-03-06T23:30Z | 2026-03-09T01:00Z | 2026-03-09T02:00Z | 2026-03-09 | Friday before the clocks go forward
FEDWIRE 2026-03-08T07:00Z | 2026-03-09T01:00Z | 2026-03-09T02:00Z | 2026-03-09 | when the clocks go forward
FEDWIRE 2026-03-09T00:30Z | 2026-03-09T01:00Z | 2026-03-09T02:00Z | 2026-03-09 | the Sunday evening of summer time, before it opens
FEDWIRE 2026-03-09T01:00Z | now | 2026-03-09T02:00Z | 2026-03-09 | the Sunday evening of summer time, when it opens
FEDWIRE 2026-03-09T22:29Z | now | 2026-03-09T23:29Z | 2026-03-09 | Monday of summer time, before the cut-off
FEDWIRE 2026-10-30T22:30Z | 2026-11-02T02:00Z | 2026-11-02T03:00Z | 2026-11-02 | Friday before the clocks go back
FEDWIRE 2026-11-01T05:30Z | 2026-11-02T02:00Z | 2026-11-02T03:00Z | 2026-11-02 | the hour that comes twice, first
FEDWIRE 2026-11-01T06:30Z | 2026-11-02T02:00Z | 2026-11-02T03:00Z | 2026-11-02 | the hour that comes twice, second
FEDWIRE 2026-11-02T01:30Z | 2026-11-02T02:00Z | 2026-11-02T03:00Z | 2026-11-02 | the Sunday evening of winter time, before it opens
FEDWIRE 2026-11-02T23:00Z | now | 2026-11-03T00:00Z | 2026-11-02 | Monday of winter time, before the cut-off
FEDWIRE 2026-12-24T23:30Z | 2026-12-28T02:00Z | 2026-12-28T03:00Z | 2026-12-28 | Christmas Eve at the cut-off
FEDWIRE 2026-12-31T23:00Z | now | 2027-01-01T00:00Z | 2026-12-31 | last of the year
FEDWIRE 2027-12-31T15:00Z | now | 2027-12-31T16:00Z | 2027-12-31 | before a New Year of a Saturday: open
FEDWIRE 2028-02-29T15:00Z | now | 2028-02-29T16:00Z | 2028-02-29 | leap day
FEDWIRE 2028-02-29T02:30Z | now | 2028-02-29T03:30Z | 2028-02-29 | the evening before the leap day, open for it
ACH 2026-11-27T21:59Z | now | 2026-11-30T14:00Z | 2026-11-27 | a minute before the cut-off of a Friday
ACH 2026-11-27T22:00Z | 2026-11-30T13:00Z | 2026-12-01T14:00Z | 2026-11-30 | at the cut-off of a Friday
ACH 2026-11-29T00:05Z | 2026-11-30T13:00Z | 2026-12-01T14:00Z | 2026-11-30 | Saturday evening in New York
ACH 2026-11-25T15:00Z | now | 2026-11-27T14:00Z | 2026-11-25 | the day before Thanksgiving
ACH 2026-11-26T15:00Z | 2026-11-27T13:00Z | 2026-11-30T14:00Z | 2026-11-27 | Thanksgiving
ACH 2026-10-09T15:00Z | now | 2026-10-13T13:00Z | 2026-10-09 | Friday before Columbus Day
ACH 2026-03-06T15:00Z | now | 2026-03-09T13:00Z | 2026-03-06 | over the clocks that go forward
ACH 2026-10-30T15:00Z | now | 2026-11-02T14:00Z | 2026-10-30 | over the clocks that go back
ACH 2026-12-31T15:00Z | now | 2027-01-04T14:00Z | 2026-12-31 | last of the year
ACH 2028-02-28T15:00Z | now | 2028-02-29T14:00Z | 2028-02-28 | arrives on the leap day
ACH 2026-03-09T20:59Z | now | 2026-03-10T13:00Z | 2026-03-09 | Monday of summer time, before the cut-off
ACH 2026-03-09T21:00Z | 2026-03-10T12:00Z | 2026-03-11T13:00Z | 2026-03-10 | Monday of summer time, at the cut-off
EFT 2026-11-27T20:59Z | now | 2026-11-30T17:00Z | 2026-11-27 | a minute before the cut-off of a Friday
EFT 2026-11-27T21:00Z | 2026-11-30T13:00Z | 2026-12-01T17:00Z | 2026-11-30 | at the cut-off of a Friday
EFT 2026-09-29T15:00Z | now | 2026-10-01T16:00Z | 2026-09-29 | before Truth and Reconciliation
EFT 2026-09-30T15:00Z | 2026-10-01T12:00Z | 2026-10-02T16:00Z | 2026-10-01 | Truth and Reconciliation
EFT 2026-12-24T15:00Z | now | 2026-12-29T17:00Z | 2026-12-24 | Christmas Eve: Boxing Day is kept on Monday
EFT 2026-03-06T15:00Z | now | 2026-03-09T16:00Z | 2026-03-06 | over the clocks that go forward
EFT 2026-11-11T15:00Z | 2026-11-12T13:00Z | 2026-11-13T17:00Z | 2026-11-12 | Remembrance Day
TED 2026-02-13T19:00Z | now | 2026-02-13T20:00Z | 2026-02-13 | Friday before Carnival
TED 2026-02-13T20:00Z | 2026-02-18T09:30Z | 2026-02-18T10:30Z | 2026-02-18 | Friday before Carnival, at the cut-off
TED 2026-02-16T15:00Z | 2026-02-18T09:30Z | 2026-02-18T10:30Z | 2026-02-18 | Monday of Carnival
TED 2026-02-17T15:00Z | 2026-02-18T09:30Z | 2026-02-18T10:30Z | 2026-02-18 | Tuesday of Carnival
TED 2026-02-18T09:00Z | 2026-02-18T09:30Z | 2026-02-18T10:30Z | 2026-02-18 | Ash Wednesday, before it opens
TED 2026-11-20T15:00Z | 2026-11-23T09:30Z | 2026-11-23T10:30Z | 2026-11-23 | Black Awareness, a Friday
TED 2026-06-03T20:30Z | 2026-06-05T09:30Z | 2026-06-05T10:30Z | 2026-06-05 | before Corpus Christi
TED 2028-02-28T15:00Z | 2028-03-01T09:30Z | 2028-03-01T10:30Z | 2028-03-01 | Carnival over a leap day
TED 2028-02-29T15:00Z | 2028-03-01T09:30Z | 2028-03-01T10:30Z | 2028-03-01 | Carnival on the leap day
TED 2026-11-29T00:05Z | 2026-11-30T09:30Z | 2026-11-30T10:30Z | 2026-11-30 | Saturday evening in São Paulo
UAEFTS 2026-11-27T07:59Z | now | 2026-11-27T09:59Z | 2026-11-27 | a Friday before noon
UAEFTS 2026-11-27T08:00Z | 2026-11-30T04:00Z | 2026-11-30T06:00Z | 2026-11-30 | a Friday at noon
UAEFTS 2026-11-26T10:59Z | now | 2026-11-26T12:59Z | 2026-11-26 | a Thursday before the cut-off
UAEFTS 2026-11-26T11:00Z | 2026-11-27T04:00Z | 2026-11-27T06:00Z | 2026-11-27 | a Thursday at the cut-off
UAEFTS 2026-11-28T08:00Z | 2026-11-30T04:00Z | 2026-11-30T06:00Z | 2026-11-30 | a Saturday
UAEFTS 2026-11-29T08:00Z | 2026-11-30T04:00Z | 2026-11-30T06:00Z | 2026-11-30 | a Sunday
UAEFTS 2026-11-29T20:00Z | 2026-11-30T04:00Z | 2026-11-30T06:00Z | 2026-11-30 | Monday in Dubai
UAEFTS 2026-11-30T04:00Z | now | 2026-11-30T06:00Z | 2026-11-30 | when it opens
UAEFTS 2026-12-01T12:00Z | 2026-12-04T04:00Z | 2026-12-04T06:00Z | 2026-12-04 | the evening before National Day
UAEFTS 2026-12-02T08:00Z | 2026-12-04T04:00Z | 2026-12-04T06:00Z | 2026-12-04 | National Day
UAEFTS 2026-12-03T08:00Z | 2026-12-04T04:00Z | 2026-12-04T06:00Z | 2026-12-04 | National Day: Friday until noon comes next
UAEFTS 2026-03-18T12:00Z | 2026-03-23T04:00Z | 2026-03-23T06:00Z | 2026-03-23 | before Eid al-Fitr
UAEFTS 2026-03-20T08:00Z | 2026-03-23T04:00Z | 2026-03-23T06:00Z | 2026-03-23 | Eid al-Fitr
UAEFTS 2025-06-04T12:00Z | 2025-06-09T04:00Z | 2025-06-09T06:00Z | 2025-06-09 | before Eid al-Adha
KASSIP 2026-11-26T09:59Z | now | 2026-11-26T11:59Z | 2026-11-26 | Thursday before the cut-off
KASSIP 2026-11-26T10:00Z | 2026-11-29T04:00Z | 2026-11-29T06:00Z | 2026-11-29 | Thursday at the cut-off
KASSIP 2026-11-27T09:00Z | 2026-11-29T04:00Z | 2026-11-29T06:00Z | 2026-11-29 | a Friday
KASSIP 2026-11-28T09:00Z | 2026-11-29T04:00Z | 2026-11-29T06:00Z | 2026-11-29 | a Saturday
KASSIP 2026-11-29T09:00Z | now | 2026-11-29T11:00Z | 2026-11-29 | a Sunday: open
KASSIP 2026-11-28T21:05Z | 2026-11-29T04:00Z | 2026-11-29T06:00Z | 2026-11-29 | Sunday in Kuwait, before it opens
KASSIP 2026-03-18T15:00Z | 2026-03-24T04:00Z | 2026-03-24T06:00Z | 2026-03-24 | before Eid al-Fitr
KASSIP 2026-03-22T09:00Z | 2026-03-24T04:00Z | 2026-03-24T06:00Z | 2026-03-24 | Eid al-Fitr
KASSIP 2026-02-24T15:00Z | 2026-03-01T04:00Z | 2026-03-01T06:00Z | 2026-03-01 | before National Day
KASSIP 2026-01-15T15:00Z | 2026-01-19T04:00Z | 2026-01-19T06:00Z | 2026-01-19 | before Isra and Mi’raj, kept on Sunday
ZENGIN 2026-04-28T06:29Z | now | 2026-04-28T06:39Z | 2026-04-28 | a minute before the cut-off before Showa Day
ZENGIN 2026-04-28T06:30Z | 2026-04-29T23:30Z | 2026-04-29T23:40Z | 2026-04-30 | at the cut-off before Showa Day
ZENGIN 2026-05-01T06:30Z | 2026-05-06T23:30Z | 2026-05-06T23:40Z | 2026-05-07 | before the five days of Golden Week
ZENGIN 2026-05-04T03:00Z | 2026-05-06T23:30Z | 2026-05-06T23:40Z | 2026-05-07 | Golden Week
ZENGIN 2026-05-06T03:00Z | 2026-05-06T23:30Z | 2026-05-06T23:40Z | 2026-05-07 | the substitute day of Golden Week
ZENGIN 2026-05-06T23:29Z | 2026-05-06T23:30Z | 2026-05-06T23:40Z | 2026-05-07 | Thursday in Tokyo, a minute before it opens
ZENGIN 2026-09-18T07:00Z | 2026-09-23T23:30Z | 2026-09-23T23:40Z | 2026-09-24 | Friday before three holidays
ZENGIN 2026-12-30T06:30Z | 2027-01-03T23:30Z | 2027-01-03T23:40Z | 2027-01-04 | before the bank holidays of the New Year
ZENGIN 2027-01-01T03:00Z | 2027-01-03T23:30Z | 2027-01-03T23:40Z | 2027-01-04 | New Year
ZENGIN 2028-02-29T03:00Z | now | 2028-02-29T03:10Z | 2028-02-29 | leap day
ZENGIN 2026-11-29T00:05Z | 2026-11-29T23:30Z | 2026-11-29T23:40Z | 2026-11-30 | a Sunday morning in Tokyo
GIRO 2026-11-06T07:00Z | 2026-11-10T01:00Z | 2026-11-11T10:00Z | 2026-11-10 | Friday before Deepavali, at the cut-off
GIRO 2026-11-06T06:59Z | now | 2026-11-10T10:00Z | 2026-11-06 | Friday before Deepavali, before it
GIRO 2026-11-09T03:00Z | 2026-11-10T01:00Z | 2026-11-11T10:00Z | 2026-11-10 | Deepavali as it is kept
GIRO 2026-02-16T08:00Z | 2026-02-19T01:00Z | 2026-02-20T10:00Z | 2026-02-19 | before Chinese New Year
GIRO 2026-12-31T03:00Z | now | 2027-01-04T10:00Z | 2026-12-31 | last of the year
PESONET 2026-11-27T05:59Z | now | 2026-11-27T11:00Z | 2026-11-27 | Friday before the cut-off
PESONET 2026-11-27T06:00Z | 2026-11-30T23:00Z | 2026-12-01T11:00Z | 2026-12-01 | Friday at the cut-off: Monday is Bonifacio Day
PESONET 2026-12-23T08:00Z | 2026-12-27T23:00Z | 2026-12-28T11:00Z | 2026-12-28 | before Christmas
PESONET 2026-04-01T07:00Z | 2026-04-05T23:00Z | 2026-04-06T11:00Z | 2026-04-06 | before Holy Week
BECS 2026-11-27T04:59Z | now | 2026-11-29T22:00Z | 2026-11-27 | Friday before the cut-off
BECS 2026-11-27T05:00Z | 2026-11-29T21:00Z | 2026-11-30T22:00Z | 2026-11-30 | Friday at the cut-off
BECS 2026-04-02T06:00Z | 2026-04-06T22:00Z | 2026-04-07T23:00Z | 2026-04-07 | before Easter, after the cut-off
BECS 2026-04-03T15:00Z | 2026-04-06T22:00Z | 2026-04-07T23:00Z | 2026-04-07 | over the clocks that go back in Sydney
BECS 2026-10-02T07:00Z | 2026-10-04T21:00Z | 2026-10-05T22:00Z | 2026-10-05 | over the clocks that go forward in Sydney
BECS 2026-12-24T03:00Z | now | 2026-12-28T22:00Z | 2026-12-24 | Christmas Eve
SWIFT 2026-11-25T10:00Z | now | 2026-11-30T17:00Z | 2026-11-25 | arrives after Thanksgiving
SWIFT 2026-11-26T10:00Z | 2026-11-27T07:00Z | 2026-12-01T17:00Z | 2026-11-27 | Thanksgiving
SWIFT 2026-12-24T10:00Z | now | 2026-12-29T17:00Z | 2026-12-24 | Christmas Eve
SWIFT 2026-04-30T10:00Z | now | 2026-05-05T16:00Z | 2026-04-30 | before Labour Day
SEPA_INSTANT 2026-11-29T00:05Z | now | 2026-11-29T00:06Z | 2026-11-29 | a Sunday by night
SEPA_INSTANT 2026-12-25T10:00Z | now | 2026-12-25T10:01Z | 2026-12-25 | Christmas Day
SEPA_INSTANT 2026-12-31T23:30Z | now | 2026-12-31T23:31Z | 2027-01-01 | next year in Frankfurt
SEPA_INSTANT 2026-10-25T00:30Z | now | 2026-10-25T00:31Z | 2026-10-25 | the hour that comes twice
FASTER_PAYMENTS 2026-12-28T12:00Z | now | 2026-12-28T12:01Z | 2026-12-28 | Boxing Day as it is kept
FASTER_PAYMENTS 2026-06-30T23:30Z | now | 2026-06-30T23:31Z | 2026-07-01 | the next day in London, in summer time
RTP 2026-11-26T15:00Z | now | 2026-11-26T15:01Z | 2026-11-26 | Thanksgiving
FEDNOW 2026-11-29T03:00Z | now | 2026-11-29T03:01Z | 2026-11-28 | still Saturday in New York
SPEI 2026-11-16T15:00Z | now | 2026-11-16T15:05Z | 2026-11-16 | Revolution Day
SPEI 2026-11-29T05:30Z | now | 2026-11-29T05:35Z | 2026-11-28 | still Saturday in Mexico
PIX 2026-02-17T15:00Z | now | 2026-02-17T15:01Z | 2026-02-17 | Carnival
PIX 2026-11-29T02:00Z | now | 2026-11-29T02:01Z | 2026-11-28 | still Saturday in São Paulo
IMPS 2026-11-08T12:00Z | now | 2026-11-08T12:01Z | 2026-11-08 | Diwali, a Sunday
NEFT 2026-11-08T12:00Z | now | 2026-11-08T14:00Z | 2026-11-08 | Diwali, a Sunday
NEFT 2025-10-20T20:00Z | now | 2025-10-20T22:00Z | 2025-10-21 | Diwali, past midnight in Mumbai
RTGS 2026-01-26T06:00Z | now | 2026-01-26T06:30Z | 2026-01-26 | Republic Day
NIP 2026-10-01T10:00Z | now | 2026-10-01T10:01Z | 2026-10-01 | National Day
INSTAPAY 2026-11-30T03:00Z | now | 2026-11-30T03:01Z | 2026-11-30 | Bonifacio Day
PESALINK 2026-06-01T08:00Z | now | 2026-06-01T08:01Z | 2026-06-01 | Madaraka Day
MPESA 2026-11-29T21:30Z | now | 2026-11-29T21:31Z | 2026-11-30 | Monday in Nairobi
FAST 2026-11-09T03:00Z | now | 2026-11-09T03:01Z | 2026-11-09 | Deepavali as it is kept
PAYNOW 2026-11-29T16:30Z | now | 2026-11-29T16:31Z | 2026-11-30 | Monday in Singapore
NPP 2026-12-25T03:00Z | now | 2026-12-25T03:01Z | 2026-12-25 | Christmas Day
NPP 2026-11-29T13:30Z | now | 2026-11-29T13:31Z | 2026-11-30 | Monday in Sydney
AANI 2026-11-29T08:00Z | now | 2026-11-29T08:01Z | 2026-11-29 | a Sunday
WAMD 2026-11-27T08:00Z | now | 2026-11-27T08:01Z | 2026-11-27 | a Friday
`

const cases = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([given = '', leavesAt, arrivesBy, executionDate, why]) => {
    const [rail = '', at = ''] = given.split(' ')
    const expected = { leavesAt: leavesAt === 'now' ? at : leavesAt, arrivesBy, executionDate }
    return { rail, at, why, expected }
  })

const shown = (at: Date) => at.toISOString().replace(':00.000Z', 'Z')

describe('an order leaves and arrives', () => {
  test.each(cases)('$rail at $at: $why', ({ rail, at, expected }) => {
    const system = systemOf({ countryCode: '', rail })
    if (!system) throw new Error(`no system carries ${rail}`)
    const { leavesAt, arrivesBy, executionDate } = scheduleOf(system, new Date(at))
    expect({
      leavesAt: shown(leavesAt),
      arrivesBy: shown(arrivesBy),
      executionDate,
    }).toEqual(expected)
  })
})

describe('a time of a day is a moment', () => {
  test.each([
    ['left out in Europe', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30Z'],
    ['twice in Europe', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30Z'],
    ['left out in the United Kingdom', '2026-03-29', '01:30', 'Europe/London', '2026-03-29T01:30Z'],
    ['twice in the United Kingdom', '2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30Z'],
    ['left out in the States', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30Z'],
    ['twice in the States', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30Z'],
    ['twice in Sydney', '2026-04-05', '02:30', 'Australia/Sydney', '2026-04-04T15:30Z'],
    ['half an hour off', '2026-11-30', '00:00', 'Asia/Kolkata', '2026-11-29T18:30Z'],
  ])('%s', (_, day, time, zone, expected) => {
    expect(shown(momentOf(day, time, zone))).toBe(expected)
  })
})
