import { stem } from './stem.ts';

/** Sayings that mean one word of ours; replaced before a text is split. */
const SAYINGS: readonly (readonly [RegExp, string])[] = [
  [/\bauto(?:matic(?:ally)?)?[\s-]*re[\s-]?stak(e[sd]?|ing)\b/g, ' autorestake restake '],
  [/\bre-stak/g, 'restak'],
  [/\bun-stak/g, 'unstak'],
  [/\b(?:log|sign)(?:s|ed|ing|ged|ging)?[\s-]?(?:in|on)\b/g, ' login '],
  [/\b(?:log|sign)(?:s|ed|ing|ged|ging)?[\s-]?(?:out|off)\b/g, ' logout '],
  [/\bcash(?:ed|ing)?[\s-]?out\b/g, ' sell '],
  [/\b(?:take|taking|took|taken)\s+(?:\w+\s+)?out\b/g, ' unstake '],
  [/\bby hand\b/g, ' manual '],
  [/\bpaid too much\b/g, ' overpaid '],
  [/\b(?:recovery|secret|seed) (?:phrase|words?)\b/g, ' seedphrase '],
  [/\bsmart ?phone\b|\bcell ?phone\b/g, ' phone '],
  [/\bhow (long|often)\b/g, ' how$1 '],
  [/\b(\w+)n[’']t\b/g, '$1 not'],
  [/\b(?:get|obtain|receive) (?:some |more )?lmt\b/g, ' buy lmt '],
  [/%/g, ' percent '],
  [/\busd coin\b/g, ' usdc '],
  [/\btoo (many|much)\b/g, ' too$1 '],
];

/** Different words for the same thing, each group under its first. */
const SAME: readonly string[] = [
  'connect link hook attach pair',
  'unstake withdraw',
  'fee charge commission',
  'percent percentage pct',
  'minimum min least smallest lowest',
  'maximum max most largest highest',
  'token coin',
  'compute calculate',
  'error issue problem bug',
  'mobile phone smartphone',
  'toggle switch',
  'reward profit',
  'lose lost gone vanish disappear',
  'buy purchase acquire bought',
  'sell sold sale',
  'seedphrase mnemonic',
  'sol solana',
  'year annual yearly annum',
  'week weekly',
  'day daily',
  'pay paid',
  'expire expiry elapse',
];

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((group) => {
    const [first = '', ...others] = group.split(' ').map(stem);
    return others.map((word) => [word, first] as const);
  }),
);

/** Words that say nothing about what is asked. */
const STOP_WORDS = new Set(
  `a about actually again all also am an and any are as at be been but by can could d did do does
  doing done each exactly explain for from get gets getting give got had has have he hello her here hey hi him
  his how i if im in into is isn it its itself just let ll m may many me might mine much must my myself no
  not of ok okay on once one only or other our ours out over own please r really s shall she should
  so some still such sure t tell than thank thanks that the their them then there these they this
  those to too u up upon us ve very was we were what whats when where which while who whom whose why
  will with would yes yet you your yours`.split(/\s+/),
);

/** Words of everyday talk: they help where a page has them, and say nothing where none has. */
const EVERYDAY = new Set(
  `howlong howoften toomany toomuch able actual add after allow already always another anybody anyone anything around ask away back bad
  became become before begin being believe below beside best better between big both bring brought button call came case certain change check clear click close come completely correct couple course current decide
  describe detail difference different difficult easy either else end enough even ever every everybody
  everyone everything example fact far feel few figure find fine first follow forget friend full
  further gave general go going good great guess guy half hand happen hard hear help high idea
  important include instead keep kept kind knew know large last late later latest lead learn leave left less
  like likely list little live long longer look lot low main made make making matter maybe mean method
  mind moment more most move name near necessary need never new next nice nobody normal nothing
  notice now number often old open opposite option order ordinary overview part people perhaps person place plan
  point possible press previous probably proper put question quick quickly quite rather ran read
  ready real reason recent recently regarding rest right round rule run same said saw say says second
  see seem seen sent send set several show side simple simply since single site situation small somebody someone something
  somehow somewhere soon sort start state step stop straight stuff suddenly suppose take taken talk
  thing think though thought through time today together told tomorrow took tonight totally touch true try trying
  turn two type under understand unsure until use used useful using usual usually various via visible
  wait want way website well went whatever whenever wherever whether whole within without wonder word work
  works worry wrong yesterday`.split(/\s+/),
);

/** Whether a word of everyday talk; unknown to the pages, it does not make a question a foreign one. */
export function isEveryday(word: string): boolean {
  const forms = [
    word,
    word.replace(/s$/, ''),
    word.replace(/d$/, ''),
    word.replace(/ed$|ing$/, ''),
  ];
  return [...forms, word.replace(/ing$/, 'e')].some((form) => EVERYDAY.has(form));
}

/** The words of a text as they are written, in small letters, without those that say nothing. */
export function wordsOf(text: string): string[] {
  let plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  plain = plain.replaceAll(/[’']s\b/g, '');
  for (const [saying, word] of SAYINGS) plain = plain.replaceAll(saying, word);
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
}

/** The term that a word is indexed and looked up under: without its ending, and of its synonyms the first. */
export function termOf(word: string): string {
  const stemmed = stem(word);
  return SYNONYMS.get(stemmed) ?? stemmed;
}
