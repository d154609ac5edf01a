import type { Evidence } from '../evidence/evidence.ts'

/**
 * The direction of a transaction by its type code: 100 to 399 are credits, 400 to 699 debits. Loans
 * (700) and codes of single banks (900) say neither.
 */
export function directionOf(code: string): Evidence['direction'] | '' {
  if (!/^\d{3}$/.test(code)) return ''
  const number = Number(code)
  if (number >= 100 && number < 400) return 'CREDIT'
  return number >= 400 && number < 700 ? 'DEBIT' : ''
}

/** Type codes of the uniform list (BAI, Cash Management Balance Reporting Specifications, version 2). */
const kinds: Readonly<Record<string, Evidence['kind']>> = {
  // Debit reversal, ACH reversal credit, check reversal.
  252: 'REVERSAL',
  258: 'REVERSAL',
  395: 'REVERSAL',
  // Credit return, check posted and returned, individual ACH return item, return item.
  123: 'RETURN',
  255: 'RETURN',
  257: 'RETURN',
  // A payment of ours that was rejected.
  261: 'RETURN',
  266: 'RETURN',
  // Return item, credit reversal, deposited item returned, individual ACH return item, ACH reversal, return
  // item, deposit reversal.
  423: 'REVERSAL',
  552: 'REVERSAL',
  555: 'REVERSAL',
  557: 'REVERSAL',
  558: 'REVERSAL',
  561: 'REVERSAL',
  566: 'REVERSAL',
  694: 'REVERSAL',
  // Overdraft fee, return item fee, account analysis fee, miscellaneous fees.
  564: 'CHARGE',
  567: 'CHARGE',
  661: 'CHARGE',
  698: 'CHARGE',
}

export const kindOf = (code: string): Evidence['kind'] => kinds[code] ?? 'ENTRY'

/**
 * Codes of the uniform list that sum up transactions, or are items in one that stands by itself: as a
 * transaction they would count twice. 100 to 399 are credits, 400 to 699 debits.
 */
const sums = new Set(
  [
    '100 101 105 106 107 109 110 120 130 131 140 146 150 160 162 163 167 170 178 180 182 185 186 188 190',
    '200 205 207 210 215 230 231 239 245 250 251 256 260 270 271 274 280 285 294 302 303 304 305 307 309',
    '310 315 316 318 319 320 321 324 325 326 327 328 329 330 332 336 338 340 341 343 350 352 355 356 360',
    '361 370 374 385 389 390 394 397',
    '400 401 403 405 406 408 410 412 416 420 430 446 450 463 465 467 470 471 472 478 480 482 486 490',
    '500 505 507 510 515 530 532 534 536 537 539 550 551 556 560 570 574 580 583 584 585 586 587 588 590',
    '594 596 601 602 610 611 612 613 614 615 617 618 621 623 625 626 628 630 632 640 646 650 655 665 670',
    '674 685 689 690 697',
    // Items in deposits and disbursements.
    '116 136 143 156 345 452',
  ].flatMap((codes) => codes.split(' ')),
)

export const isSum = (code: string): boolean => sums.has(code)

/** A record of this code informs, and moves nothing. */
export const isInformation = (code: string): boolean => code === '890'
