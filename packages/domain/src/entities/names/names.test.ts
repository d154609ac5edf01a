import { describe, expect, test } from 'vitest'
import { arabicTerm } from './icao.ts'
import { isLatin, isSpelledByBanks, namesOf, railName, shownName } from './latin.ts'
import { latinMembers, proposedLatin } from './proposal.ts'

describe('a name in another script is proposed in Latin letters', () => {
  test.each([
    // Common Arabic names as their bearers write them, others as they are spelled.
    ['محمد علي', '', 'Mohammed Ali'],
    ['محمّد عليّ', '', 'Mohammed Ali'],
    ['عبد الفتاح', '', 'Abd Al-Fattah'],
    ['السيسي', '', 'Al-Sysy'],
    ['محمد‌رضا', 'IR', 'Mohammed Reda'],
    // ICAO Doc 9303, and the letters of one country.
    ['Сергей Щербаков', 'RU', 'Sergei Shcherbakov'],
    ['ХРУЩЁВ', 'RU', 'Khrushchev'],
    ['Юлія Гнатюк', 'UA', 'Yuliia Hnatiuk'],
    ['Юлія Гнатюк', '', 'Iuliia Gnatiuk'],
    ['Јован Живковић', 'RS', 'Jovan Zivkovic'],
    ['Анна-Мария Щерева', 'BG', 'Anna-Mariia Shtereva'],
    // Pinyin, the name of the family first; 单 is Shan as a family's.
    ['张伟', 'CN', 'Zhang Wei'],
    ['伟 张', 'CN', 'Wei Zhang'],
    ['欧阳娜娜', 'CN', 'Ouyang Nana'],
    ['单雄信', 'CN', 'Shan Xiongxin'],
    ['吕布', 'CN', 'Lyu Bu'],
    // Revised Romanization.
    ['김철수', 'KR', 'Gim Cheolsu'],
    ['남궁민수', 'KR', 'Namgung Minsu'],
    // Hepburn; how Han is read in Japan only its bearer knows.
    ['おおの じゅんいち', 'JP', 'Ono Junichi'],
    ['ほんま', 'JP', 'Homma'],
    ['ジョン・スミス', 'JP', 'Jon Sumisu'],
    ['山田 太郎', 'JP', ''],
    ['さくら 山田', '', ''],
    ['Ευάγγελος Μπάρκουλης', 'GR', 'Evangelos Barkoulis'],
    ['ბარაკ', 'GE', 'Barak'],
    ['Ali محمد', '', 'Ali Mohammed'],
    ['Nguyễn Thị', 'VN', ''],
  ])('%s (%s): %s', (name, country, latin) => {
    expect(proposedLatin(name, { country })).toBe(latin)
    expect(latin === '' || isLatin(latin)).toBe(true)
  })

  test('of a business no family name comes first', () => {
    expect(proposedLatin('华为', { isPerson: false })).toBe('Huawei')
  })
})

test('the letters of ICAO’s example, without the marks for machines', () => {
  const example = 'ابو بكر محمد بن زكريا الرازي'
  expect(example.split(' ').map(arabicTerm).join(' ')).toBe('abw bkr mhmd bn zkrya alrazy')
})

test.each([
  ['Nguyễn', true, true],
  ["O'Brien-ʻŌkina", true, true],
  ['Анна', false, true],
  ['Ελένη', false, true],
  ['محمد', false, false],
  ['Ali محمد', false, false],
  ['李', false, false],
])('%s: in Latin letters %s, spelled by banks %s', (name, latin, spelled) => {
  expect([isLatin(name), isSpelledByBanks(name)]).toEqual([latin, spelled])
})

test('rails take the Latin name, people see both, and each is compared', () => {
  const both = { name: 'محمد علي', latinName: 'Mohammed Ali' }
  expect(railName(both)).toBe('Mohammed Ali')
  expect(shownName(both)).toBe('محمد علي (Mohammed Ali)')
  expect(namesOf(both)).toEqual(['محمد علي', 'Mohammed Ali'])
  expect(latinMembers(both)).toEqual({ latinName: 'Mohammed Ali' })
  const single = { name: 'Ada', latinName: '' }
  expect([railName(single), shownName(single), namesOf(single)]).toEqual(['Ada', 'Ada', ['Ada']])
  expect(latinMembers(single)).toEqual({})
  expect(latinMembers({ name: '太郎' }, { country: 'JP' })).toEqual({ latinNameProposal: '' })
})
