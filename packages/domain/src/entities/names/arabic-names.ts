/**
 * Names in Arabic letters and the spelling that most of their bearers have in passports. Arabic
 * writes no short vowels, so that no table of letters makes these of them.
 */
const spellings =
  'محمد Mohammed,أحمد Ahmed,محمود Mahmoud,حامد Hamed,حميد Hamid,علي Ali,حسن Hassan,حسين Hussein,عمر Omar,' +
  'عثمان Othman,أبو Abu,بكر Bakr,عبد Abd,الله Allah,عبدالله Abdullah,عبدالرحمن Abdulrahman,الرحمن Al-Rahman,' +
  'عبدالعزيز Abdulaziz,العزيز Al-Aziz,عبدالكريم Abdulkarim,الكريم Al-Karim,الرحيم Al-Rahim,القادر Al-Qadir,' +
  'الفتاح Al-Fattah,السلام Al-Salam,ابن Ibn,بن Bin,بنت Bint,آل Al,خالد Khalid,وليد Walid,يوسف Yousef,' +
  'إبراهيم Ibrahim,إسماعيل Ismail,إسحاق Ishaq,يعقوب Yaqoub,موسى Musa,عيسى Isa,هارون Haroun,داود Dawood,' +
  'سليمان Sulaiman,سلمان Salman,فيصل Faisal,فهد Fahd,سعود Saud,سعد Saad,سعيد Saeed,ناصر Nasser,نصر Nasr,' +
  'طارق Tariq,مصطفى Mustafa,كريم Karim,كمال Kamal,جمال Jamal,جميل Jamil,رشيد Rashid,راشد Rashed,مجيد Majid,' +
  'ماجد Majed,أنور Anwar,أكرم Akram,أشرف Ashraf,أيمن Ayman,أمين Amin,أسامة Osama,حمزة Hamza,طلال Talal,' +
  'بدر Badr,زيد Zaid,زياد Ziad,سامي Sami,سمير Samir,رامي Rami,رضا Reda,نبيل Nabil,نور Nour,نادر Nader,' +
  'وسام Wissam,هشام Hisham,هاني Hani,ياسر Yasser,ياسين Yassin,يحيى Yahya,يونس Younis,صالح Saleh,صلاح Salah,' +
  'الدين Al-Din,شريف Sharif,عادل Adel,عامر Amer,عماد Imad,عصام Essam,غسان Ghassan,فادي Fadi,فارس Faris,' +
  'فؤاد Fouad,قاسم Qasim,لؤي Louay,مالك Malik,مازن Mazen,مروان Marwan,معاذ Muadh,منصور Mansour,مهدي Mahdi,' +
  'بلال Bilal,ثامر Thamer,جابر Jaber,جعفر Jafar,حازم Hazem,حبيب Habib,فاطمة Fatima,عائشة Aisha,خديجة Khadija,' +
  'مريم Maryam,زينب Zainab,ليلى Layla,سارة Sara,هدى Huda,نورة Noura,نادية Nadia,سعاد Souad,سميرة Samira,' +
  'أمينة Amina,آمنة Amna,رانيا Rania,رنا Rana,ريم Reem,سلمى Salma,سمية Sumaya,شيماء Shaimaa,عبير Abeer,' +
  'فرح Farah,لطيفة Latifa,لينا Lina,مها Maha,منى Mona,منال Manal,ندى Nada,نجلاء Najla,هند Hind,هبة Heba,' +
  'ياسمين Yasmin,السيد Al-Sayed,المصري Al-Masri,السوري Al-Suri,العلي Al-Ali,حداد Haddad,خوري Khoury,' +
  'نجار Najjar,قاضي Qadi,شاهين Shahin,عباس Abbas,صادق Sadiq,رضوان Radwan,حمد Hamad,خليل Khalil,خليفة Khalifa'

/** However its hamza and its last letter are written. */
const keyOf = (term: string): string =>
  term
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ی', 'ي')
    .replaceAll('ک', 'ك')

const known = new Map(
  spellings.split(',').map((pair) => {
    const [term = '', spelling = ''] = pair.split(' ')
    return [keyOf(term), spelling]
  }),
)

/** The usual spelling of a name in Arabic letters; undefined where it is not among the common ones. */
export const usualSpelling = (term: string): string | undefined => known.get(keyOf(term))
