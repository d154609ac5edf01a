import { proposedLatin } from '@corridor/domain/transliteration'

export type NameSample = { country: string; firstName: string; lastName: string; latinName: string }

/** Given names and family names of five scripts, with a country whose passports have them. */
const scripts: readonly (readonly [country: string, given: string, family: string])[] = [
  [
    'EG',
    'محمد فاطمة ياسر نهلة',
    'علي السيسي بوتفليقة حداد الزهراء قنديل المنشاوي خوري شاهين درويش',
  ],
  [
    'UA',
    'Олена Юрій Ірина Володимир',
    'Гнатюк Щербак Їжак Зеленський Коваль Ющенко Ґудзь Єрмак Лисенко Шевчук',
  ],
  ['CN', '伟 娜 秀英 建国', '张 王 李 欧阳 吕 单 曾 司马 徐 黄'],
  ['KR', '철수 영희 지훈 민서', '김 이 박 최 정 남궁 강 조 윤 황보'],
  [
    'GR',
    'Ελένη Γιώργος Ευάγγελος Μαρία',
    'Παπαδόπουλος Μπάρκας Αγγελόπουλος Ξένος Ψαρρός Τσίπρας Ουράνης Χατζής Θεοδώρου Λάμπρου',
  ],
]

/** Two hundred names, forty of each script; every tenth person has one name alone. */
export const nameSamples: readonly NameSample[] = scripts.flatMap(([country, given, family]) =>
  family.split(' ').flatMap((last, at) =>
    given.split(' ').map((first, place) => {
      const firstName = (at * 4 + place) % 10 === 0 ? '' : first
      const name = `${firstName} ${last}`.trim()
      return { country, firstName, lastName: last, latinName: proposedLatin(name, { country }) }
    }),
  ),
)
