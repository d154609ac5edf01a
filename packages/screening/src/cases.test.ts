import { describe, expect, test } from 'vitest'
import { compareNames } from './compare/compare.ts'
import type { Because } from './compare/outcome.ts'
import type { Kind } from './compare/readings.ts'

/** As the program has it. */
const threshold = 85

type Row = [asked: string, listed: string, because?: Because]

const hits: Record<Kind, Row[]> = {
  person: [
    // The cases that happened.
    ['Усама бин Ладен', 'Osama bin Laden', 'written in another script'],
    ['VladimirPutin', 'Vladimir Putin', 'written together or apart'],
    ['ويلاديمير بوتين', 'Vladimir Putin', 'written in another script'],
    ['Sergejs Lavrovs', 'Sergey Viktorovich Lavrov', 'spelt otherwise'],
    ['Ig0r Sech1n', 'Igor Sechin', 'digits for letters'],
    // Cyrillic in the habits of several languages.
    ['Сергей Шойгу', 'Sergei Shoigu', 'written in another script'],
    ['Siergiej Szojgu', 'Sergei Shoigu', 'spelt otherwise'],
    ['Sergej Schoigu', 'Sergei Shoigu', 'spelt otherwise'],
    ['Sergueï Choïgou', 'Sergei Shoigu'],
    ['Wladimir Medinskij', 'Vladimir Medinsky'],
    ['Vladimiras Medinskis', 'Vladimir Medinsky'],
    ['Дмитрий Медведев', 'Dmitry Medvedev'],
    ['Dmitrij Miedwiediew', 'Dmitry Medvedev'],
    ['Yevgeny Prigozhin', 'Evgenij Prigoschin'],
    ['Хрущёв Никита', 'Nikita Khrushchev', 'in another order'],
    ['Володимир Зеленський', 'Volodymyr Zelenskyy'],
    ['Аляксандр Лукашэнка', 'Alexander Lukashenko'],
    ['Александар Вучић', 'Aleksandar Vučić'],
    // Scripts that leave vowels out, and others.
    ['بشار الأسد', 'Bashar al-Assad', 'written in another script'],
    ['عبد الفتاح السيسي', 'Abdel Fattah el-Sisi'],
    ['صدام حسين', 'Saddam Hussein'],
    ['محمود احمدی‌نژاد', 'Mahmoud Ahmadinejad'],
    ['حسن روحانی', 'Hassan Rouhani'],
    ['حسن نصرالله', 'Hassan Nasrallah'],
    ['بنیامین نتانیاهو', 'Benjamin Netanyahu'],
    ['בנימין נתניהו', 'Benjamin Netanyahu'],
    ['Κυριάκος Μητσοτάκης', 'Kyriakos Mitsotakis'],
    ['Αλέξης Τσίπρας', 'Alexis Tsipras'],
    ['მიხეილ სააკაშვილი', 'Mikheil Saakashvili'],
    ['Նիկոլ Փաշինյան', 'Nikol Pashinyan'],
    ['नरेन्द्र मोदी', 'Narendra Modi'],
    ['ทักษิณ ชินวัตร', 'Thaksin Shinawatra'],
    ['قاسم سليماني', 'Qasem Soleimani'],
    ['أيمن الظواهري', 'Ayman al-Zawahiri'],
    ['فاطمة الزهراء', 'Fatima al-Zahra'],
    ['علی خامنه‌ای', 'Ali Khamenei'],
    ['ولادیمیر پوتین', 'Vladimir Putin'],
    ['نفتلي بينت حسين العطار', 'Naftali Bennett Hussein al-Attar'],
    ['ドナルド・トランプ', 'Donald Trump'],
    ['윤석열', 'Yoon Suk Yeol'],
    ['蔡英文', 'Tsai Ing-wen'],
    ['Mao Tse-tung', 'Mao Zedong', 'spelt otherwise'],
    ['Hsi Chin-ping', 'Xi Jinping', 'spelt otherwise'],
    ['习近平', 'Xi Jinping', 'written in another script'],
    ['習近平', '习近平'],
    ['毛泽东', 'Mao Zedong'],
    ['欧阳娜娜', 'Ouyang Nana'],
    ['曾庆红', 'Zeng Qinghong'],
    ['贝拉克·奥巴马', 'Barack Obama'],
    ['バラク・オバマ', 'Barack Obama'],
    ['ふじわら しんいち', 'Shinichi Fujiwara', 'in another order'],
    ['김정은', 'Kim Jong Un', 'written in another script'],
    ['박근혜', 'Park Geun-hye'],
    ['이명박', 'Lee Myung-bak'],
    ['Vladimir Путин', 'Vladimir Putin'],
    // Order, spaces, initials, titles, what is left out.
    ['PUTIN, Vladimir', 'Vladimir Putin', 'the same name'],
    ['Putin Vladimir', 'Vladimir Putin', 'in another order'],
    ['Nikolai Plat Ono Vich Patrushev', 'Nikolai Platonovich Patrushev'],
    ['Abdulaziz al Nuristani', 'Abd al-Aziz al-Nuristani', 'written together or apart'],
    ['V. Putin', 'Vladimir Putin', 'an initial for a name'],
    ['Vladimir V Putin', 'Vladimir Vladimirovich Putin', 'an initial for a name'],
    ['Dr. Rami Makhlouf', 'Rami Makhlouf', 'a title or particle left out'],
    ['Mohammed Salman', 'Mohammed bin Salman', 'a title or particle left out'],
    ['Joaquin Guzman', 'Joaquín Archivaldo Guzmán Loera', 'some names left out'],
    ['Mehmet Öcalan', 'Muhammad Ocalan', 'spelt otherwise'],
    ['Usama ibn Ladin', 'Osama bin Laden'],
    ['Vladimir Pulin', 'Vladimir Putin', 'spelt otherwise'],
    ['R4mz4n Kadyr0v', 'Ramzan Kadyrov', 'digits for letters'],
    // Several people in a line.
    ['Ada Lovelace OR Igor Sechin', 'Igor Sechin', 'one of several names in a line'],
    ['Igor & Marina Sechin', 'Igor Sechin', 'one of several names in a line'],
    ['Ada Lovelace c/o Igor Sechin', 'Igor Sechin', 'one of several names in a line'],
    ['Ada Lovelace / Igor Sechin', 'Igor Sechin', 'one of several names in a line'],
    ['Ада Лавлейс и Игорь Сечин', 'Igor Sechin', 'one of several names in a line'],
    ['John Peter Smith, Osama bin Laden', 'Osama bin Laden', 'one of several names in a line'],
    ['Ramzan Kadyrov, Anna Maria Schmidt', 'Ramzan Kadyrov', 'one of several names in a line'],
    ['John Peter Smith (Osama bin Laden)', 'Osama bin Laden', 'some names left out'],
    ['John Peter Smith aka Osama bin Laden', 'Osama bin Laden'],
    ['John Peter Smith a.k.a. Muhammad Salman', 'Muhammad Salman'],
    ['John Peter Smith trustee for Osama bin Laden', 'Osama bin Laden'],
    ['John Peter Smith FBO Muhammad Salman', 'Muhammad Salman'],
    ['John Peter Smith - Osama bin Laden', 'Osama bin Laden'],
    ['Hans Peter Schmidt u. Osama bin Laden', 'Osama bin Laden'],
    ['محمد علي حسن و أسامة بن لادن', 'Osama bin Laden', 'one of several names in a line'],
    ['محمد علي حسن، أسامة بن لادن', 'Osama bin Laden', 'one of several names in a line'],
    ['Vladimir Putin Garcia Lopez Fernandez', 'Vladimir Putin', 'some names left out'],
    ['李明/习近平', '习近平', 'one of several names in a line'],
    ['김정은/이영희', '김정은', 'one of several names in a line'],
    ['王伟、习近平', '习近平', 'one of several names in a line'],
    ['王伟（习近平）', '习近平', 'one of several names in a line'],
    ['王伟和习近平', '习近平', 'one of several names in a line'],
    ['王伟 & 习近平', '习近平', 'one of several names in a line'],
    ['이영희, 김정은', 'Kim Jong Un', 'one of several names in a line'],
    // Han and Hangul as a record has them: given name, space, family.
    ['近平 习', '习近平', 'in another order'],
    ['习 近平', '习近平', 'written together or apart'],
    ['習 近平', '近平 习'],
    ['정은 김', '김정은', 'in another order'],
    ['정은 김', 'Kim Jong Un'],
    ['김 정은', '김정은'],
    ['家超 李', '李家超', 'in another order'],
    ['庆红 曾', '曾庆红'],
    ['娜娜 欧阳', '欧阳娜娜'],
    ['晋三 安倍', '安倍晋三'],
  ],
  organisation: [
    ['OAO Gazprom', 'Open Joint Stock Company Gazprom', 'the legal form in words'],
    ['Siemens Aktiengesellschaft', 'Siemens AG', 'the legal form in words'],
    ['SiemensAG', 'Siemens AG', 'written together or apart'],
    ['Siemens Aktiengeselschaft', 'Siemens AG', 'the legal form in words'],
    ['ПАО Газпром', 'Gazprom PJSC', 'written in another script'],
    ['Общество с ограниченной ответственностью Ромашка', 'OOO Romashka'],
    ['Rosoboronexport', 'Rosoboronexport OAO', 'the legal form left out'],
    ['Petróleos de Prueba Sociedad Anónima', 'Petroleos de Prueba S.A.'],
    ['Kuznia Spółka z ograniczoną odpowiedzialnością', 'Kuznia Sp. z o.o.'],
    ['Orlice, spol. s r.o.', 'Orlice společnost s ručením omezeným'],
    ['Van Dijk Besloten Vennootschap', 'Van Dijk B.V.', 'the legal form in words'],
    ['Kaveh Sherkat Sahami Khass', 'Kaveh Private Joint Stock Company'],
    ['华为技术有限公司', 'Huawei Jishu'],
    ['トヨタ株式会社', 'Toyota Kabushiki Kaisha'],
    ['Acme Trading W.L.L.', 'Acme Trading With Limited Liability', 'the legal form in words'],
    ['Sdn Bhd Murni Jaya', 'Murni Jaya Sendirian Berhad', 'the legal form in words'],
    ['1st Orient Bank', 'First Orient Bank', 'another name for the same'],
    ['Brigade Forty-Four', 'Brigade 44'],
    ['Banco Melli Irán', 'Bank Melli Iran'],
    ['Procter & Gamble', 'Procter and Gamble', 'the same name'],
    ['The Homs Refinery Corporation', 'Homs Refinery Company', 'the same name'],
    ['Garantex Europe', 'Garantex', 'a place or "group" left out'],
    ['Good Will Orient', 'Goodwill Orient', 'written together or apart'],
    ['Orient Partners Fund VI L.P.', 'Orient Partners Fund V L.P.', 'the number beside it'],
    ['Ada Lovelace / Boko Haram', 'Boko Haram', 'one of several names in a line'],
  ],
}

const others: Record<Kind, Row[]> = {
  person: [
    ['Sergey Ivanov', 'Sergey Viktorovich Lavrov'],
    ['Sergey Viktorovich Lavrov', 'Sergey Borisovich Lavrov'],
    ['Mario Garcia', 'Maria Garcia'],
    ['Frank Richter', 'Frederik Richter'],
    ['Hans O Friedrich', 'Hans Joachim Friedrich'],
    ['A. Nazarbayev', 'Nursultan Nazarbayev'],
    ['Muhammad Saeed', 'Hafiz Muhammad Saeed'],
    ['J. Khan', 'Jamal Khan'],
    ['Salman bin Muhammad', 'Muhammad bin Salman'],
    ['Saddam Hussein al-Dulaimi', 'Saddam Hussein al-Tikriti'],
    ['Abdullahi Mohamed Mohamed Caddow', 'Abdullahi Osman Mohamed Caddow'],
    ['Vladimir Ivanov', 'Vladimir Putin'],
    ['Kim', 'Kim Jong Un'],
    ['习近朋', '习近平'],
    ['김종은', '김정은'],
    ['حسن نصر', 'Hassan Nasrallah'],
    ['علي حسن', 'Hussein Ali'],
    ['Игорь Иванов', 'Igor Sechin'],
    ['Ada Lovelace OR Igor Ivanov', 'Igor Sechin'],
    ['Vladimir', 'Vladimir Putin'],
    ['Mark Zuckermann', 'Mark Zuckerberg'],
    ['Joan Smith', 'John Smith'],
    // A family and two given names, and no two persons.
    ['Leader (Hong Kong) Trading', 'Kang Hong-Mun'],
    ['Rodriguez, Jose Luis', 'Jose Luis Gomez'],
    ['Sechina, Igor Ivanovich', 'Igor Ivanovich Petrov'],
    ['de la Rosa, Jose Luis', 'Jose Luis Gomez'],
    ['Robert (Carlos) Schmidt', 'Carlos'],
    ['Mohamed Aka Diallo', 'Diallo'],
    ['Maria Garcia Lopez Fernandez Sanchez', 'Maria Lopez'],
    ['Vladimir Garcia Lopez Fernandez Putin', 'Vladimir Putin'],
    ['近朋 习', '习近平'],
    ['종은 김', '김정은'],
    ['李和平', '和平'],
    ['李明/王伟', '习近平'],
  ],
  organisation: [
    ['Government of Estonia', 'Government of Ethiopia'],
    ['BWI Industries, Inc.', 'BAE Industries, Inc.'],
    ['BAE Systems, Inc.', 'BAE Industries, Inc.'],
    ['Volkswagen Aktiengesellschaft', 'Siemens Aktiengesellschaft'],
    ['Bank of Iraq', 'Bank of Iran'],
    ['National Bank', 'National Bank of Iran'],
    ['ABC International', 'A.B.C. Company'],
    ['Saudi Arabian Gas Company', 'Saudi Arabian Oil Company'],
    ['Brigade 44', 'Brigade 13'],
    ['Orient Solutions II, Inc.', 'Orient Solutions, Inc.'],
    ['Orient of Atlanta', 'Orient of Boston'],
    ['ООО "БАЙ"', 'ООО "БАЙКАЛ"'],
    ['Limited Liability Company', 'Public Limited Company Orient'],
    ['Kuznia Sp. z o.o.', 'Kowal Sp. z o.o.'],
    ['The Puffin Trust', 'The Puccini Trust'],
    ['Gazprom Neft', 'Gazprom'],
    ['Hamas Street Bakery', 'Hamas'],
    ['Orlice Bakery (Spain), S.L.', 'Orlice Bakery (Iran), Ltd.'],
    ['Orlice Bakery, Inc. (Iran)', 'Iran'],
    ['Movement for National Reform', 'National Bank'],
  ],
}

describe.each(['person', 'organisation'] as const)('%s', (kind) => {
  test.each(hits[kind])('%s is %s', (asked, listed, because) => {
    const found = compareNames(asked, listed, kind)
    expect(found.score).toBeGreaterThanOrEqual(threshold)
    expect(found.because.length).toBeGreaterThan(0)
    if (because) expect(found.because).toContain(because)
  })

  test.each(others[kind])('%s is not %s', (asked, listed) => {
    expect(compareNames(asked, listed, kind).score).toBeLessThan(threshold)
  })
})

test('without a kind a name is compared as both', () => {
  expect(compareNames('OAO Gazprom', 'Open Joint Stock Company Gazprom').score).toBe(100)
  expect(compareNames('V. Putin', 'Vladimir Putin').score).toBeGreaterThanOrEqual(threshold)
})

test.each(['', '   ', '!!!', '...', '١٢٣'])('%j is nobody', (name) => {
  expect(compareNames(name, 'Vladimir Putin')).toEqual({ score: 0, because: [] })
  expect(compareNames('Vladimir Putin', name)).toEqual({ score: 0, because: [] })
})
