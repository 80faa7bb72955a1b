import { stem } from './stem.ts';

/** Sayings that mean one word of ours; replaced before a text is split. */
const SAYINGS: readonly (readonly [RegExp, string])[] = [
  [/\bauto(?:matic(?:ally)?)?[\s-]*re[\s-]?stak(e[sd]?|ing)\b/g, ' autorestake restake '],
  [/\bre-stak/g, 'restak'],
  [/\bun-stak/g, 'unstak'],
  [/\b(?:log|sign)(?:s|ed|ing|ged|ging)?[\s-]?(?:in|on)\b/g, ' login '],
  [/\b(?:log|sign)(?:s|ed|ing|ged|ging)?[\s-]?(?:out|off)\b/g, ' logout '],
  [/\bcash(?:ed|ing)?[\s-]?out\b/g, ' sell '],
  [/\b(?:take|taking|took|taken|pull|pulling)\s+(?:\w+\s+){0,4}out\b/g, ' unstake '],
  [/\bby hand\b/g, ' manual '],
  [/\bpaid too much\b/g, ' overpaid '],
  [/\b(?:recovery|secret|seed) (?:phrase|words?)\b/g, ' seedphrase '],
  [/\bsmart ?phone\b|\bcell ?phone\b/g, ' phone '],
  [/\bhow (long|often|much|many)\b/g, ' how$1 '],
  [/\bcan(?:no|[’']|\s+no)t\b/g, ' cannot '],
  [/\b(\w+)n[’']t\b/g, '$1 not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|would|could|should|wo|need)nt\b/g, '$1 not'],
  [/\bcant\b/g, ' cannot '],
  // How much somebody has of a token is an example; the figures of the pages are other ones.
  [/\b\d[\d.,]*k?\s*(lmt|sol|solana|usdc|dollars?)\b/g, ' $1 '],
  [/\b(?:make|makes|made|making)\s+(?:\w+\s+)?money\b/g, ' earn money '],
  [/\b(?:show|shows|showing|shown|turn|turns|turned|turning)\s+up\b/g, ' appear '],
  [/\b(?:get|obtain|receive) (?:some |more )?lmt\b/g, ' buy lmt '],
  [/\b(?:do|does|did|doing) nothing\b/g, ' donothing '],
  [/\byield farming\b/g, ' yieldfarming '],
  [/\bre-?stak\w*\s+(?:\w+\s+){0,2}automatic\w*/g, ' autorestake restake '],
  [/\blmt\s+(?:back\s+)?(?:in|into|to|for)\s+(?:sol|solana|usdc|dollars?|money)\b/g, ' sell lmt '],
  [/\b(?:into|(?:sol|solana|usdc|dollars?|money) (?:to|for)) lmt\b/g, ' buy lmt '],
  [/\b(?:rid of|in exchange for)\b/g, ' sell '],
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/\b(?:i own|do i (?:have|own|hold))\b(?! to)/g, ' balance '],
  [/\bautomatical\w*/g, 'automatic'],
  [/%/g, ' percent '],
  [/\busd coin\b/g, ' usdc '],
  [/\btoo (many|much)\b/g, ' too$1 '],
];

/** Different words for the same thing, each group under its first. */
const SAME: readonly string[] = [
  'account profile',
  'amount sum quantity',
  'app application dapp site website platform',
  'apy apr yield',
  'approve approval authorize authorization accept acceptance',
  'begin start beginning commence',
  'bot robot ai chatbot',
  'burn burnt',
  'buy purchase acquire bought',
  'cancel abort undo revoke',
  'cheap expensive costly',
  'computer desktop laptop pc notebook',
  'compute calculate calculation computation formula',
  'confirm confirmation',
  'connect link hook attach pair',
  'crash died die broke killed',
  'cycle round',
  'day daily',
  'deadline due',
  'error issue problem bug trouble failure',
  'expire expiry elapse',
  'export download',
  'extension plugin addon',
  'fee charge commission',
  'finish over end ended complete completed',
  'guarantee guaranteed certain assured',
  'hand manual manually',
  'investment invest investing',
  'lose lost gone vanish disappear missing',
  'maximum max most largest highest biggest',
  'minimum min least smallest lowest tiniest',
  'mobile phone smartphone cellphone',
  'money cash',
  'offline down outage unreachable',
  'password passcode',
  'pause halt suspend freeze frozen',
  'pay paid payment',
  'percent percentage pct',
  'price worth',
  'renew prolong rollover extend',
  'rest remainder leftover surplus excess',
  'reward profit gain',
  'risk danger dangerous risky harmful',
  'safe safety secure security',
  'seedphrase mnemonic',
  'sell sold sale',
  'sol solana',
  'steal stole stolen theft thief hack hacked',
  'tab page',
  'toggle switch',
  'token coin crypto cryptocurrency',
  'unstake withdraw',
  'wait waiting',
  'week weekly',
  'year annual yearly annum',
];

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((group) => {
    const [first = '', ...others] = group.split(' ').map(stem);
    return others.map((word) => [word, first] as const);
  }),
);

/** Words that say nothing about what is asked. */
const STOP_WORDS = new Set(
  `a about actually also am an and any are as at be been but by can could d did do does doing done
  each exactly explain for from get gets getting gimme give got had has have he hello her here hey hi
  him his how i id if im in into is isn it its itself ive just let ll m may me might must my myself no
  of ok okay on one only or other our ours over own please pls plz r really s shall she should so some
  still such sure t tell than thank thanks thats thx that the their them then there these they this those
  to too u upon ur us ve very was wat wats we were what whats which while will wanna wot with would ya yes you your yours`.split(
    /\s+/,
  ),
);

/** Whether a word says nothing about what is asked. */
export const isEmpty = (word: string): boolean => STOP_WORDS.has(word);

/** What the product is about: such a word tells much, however many pages have it. */
const CORE = new Set(
  `activate admin amount approval apy autorestake balance bond burn claim connect cycle deadline
  deposit disclaimer fee history interest ledger limit lmt lock login logout maturity message network
  owner pause pay payout phantom portfolio price quote rate restake revenue reward risk security
  seedphrase sell session sign sol stake supply tab token transaction treasury unstake usdc vault
  vesting wallet window yield`
    .split(/\s+/)
    .map(termOf),
);

export const isCore = (term: string): boolean => CORE.has(term);

/** Words of everyday talk: they help where a page has them, and say nothing where none has. */
const EVERYDAY = new Set(
  `able accept according across act action actual actually add advance afraid after again ago agree
  ahead all allow almost alone along already although always among another anybody anyhow
  anymore anyone anything anytime anyway appear application apply area argue around arrive aside
  ask aspect assume attempt available avoid aware away bad basic basically became because become
  before begin behind being believe belong below beside best better between beyond big bit both brand
  bring brought build busy button call came cannot capable carefully carry case catch cause
  certain chance change check choice choose clear click close closely combine come common
  compare complete completely concern condition confuse confused confusing consider contain
  continue cool correct correctly count couple course cover create curious current currently
  customer deal decide definitely depend describe design despite detail difference different
  difficult direct directly discover double doubt down due during earlier easily easy
  edit effect eight either else empty enable end enough entire entirely equal especially
  essentially even event eventually ever every everybody everyone exact example except expect
  experience explanation extra face fact fairly familiar far fast favorite feature feel few
  field figure fill final finally find fine finish first five fix folk follow force forget form
  former forward four frequently friend full fun function further gave general generally given
  glad go goal going good gotten gradually great group grow guess guy half hand handle happen
  happy hard hear hello help hence hide high hit hope howlong howmany howmuch howoften huge idea
  ignore imagine immediately important improve include indeed individual info information input
  inside instead interested internal introduce involve judge jump keep kept kind knew know known
  lack large last late later latest latter lead learn least leave left less let letter level
  like likely line list literally little live load long longer look lot lots low luck made main
  major make making manage manner many mark material matter maybe mean means meanwhile mention
  method middle mind minor miss mistake mix modern moment more most mostly move much multiple
  name near necessarily necessary need neither never new next nice nine nobody none nor normal
  not note nothing notice now number obviously occur offer often old once open opposite option
  order ordinary original otherwise out outside overall overview page pair part particular
  particularly past people perfect perform perhaps permanent person personal pick piece place
  plan please plenty plus point popular position possible possibly practice prefer prepare
  presence press pretty prevent previous primary prior probably process produce proof proper
  properly prove provide public pull purpose push put quality question quick quickly quite ran
  random range rarely rather react read ready real realize reason reasonable receive recent
  recently recognize recommend reduce refer regarding regular relate remain remember remove
  repeat replace reply report require respond rest result return reveal right round rule run
  said same saw say says search second section see seem seen select send sense sent separate
  serious serve set seven several short show side significant similar simple simply since single
  site situation six skip slightly slow slowly small smart somebody somehow someone something
  somewhat somewhere soon sort special specific specifically spend stand standard start state
  statement stay step stick stop store straight strange strong stuck stuff subject succeed
  success successful suddenly suggest suitable summary suppose supposed surely surprise switch
  table take taken talk task team tend term text thing think though thought through thus till
  time tiny title today together told tomorrow tonight took toomany toomuch topic totally touch
  toward track treat trouble true try trying turn twice two type typical typically unable
  unclear under understand unfortunately unless unlike unsure until up use used useful user
  using usual usually variety various version via view visible visit wait want warn watch way
  website weird welcome well went whatever when whenever where wherever whether whichever who
  whoever whole whom whose why wide willing wish within without wonder word work works worry
  wrong yesterday yet
  absolutely accomplish accord accordingly achieve across activity actual adequate admit advance
  advantage affect afterwards against aim alike allocate along already alternative alternatively
  altogether always among announce anyhow anymore anyway apart apparently appreciate approach
  appropriate argue around arrange aside assume assure attempt attention automatically average avoid
  aware awesome awful awkward background badly base basically basis bear beat beneath benefit besides
  beyond bigger bit blame bother bottom bounce brand break brief briefly bright bro broad brother
  budget bud buddy busy calm capable care careful carefully carry casual catch cause caution cease
  certain certainly chance charge chase choose circumstance claim clarify claiming clear clearly close
  colleague comfortable comment commit commonly compared complain complete completely complicated
  comprehend concern conclude condition confuse confusing consequence consequently consider constant
  constantly contain content continue continuous contribute convenient convince cope correctly couple
  crap crazy cross cruel curious damn dare deal dear decent decision deep definitely degree delay
  deliver demand deny depend describe desire desperate detail determine develop difficult difficulty
  direct directly disable disappoint disappointed disappointing discover discuss double doubt drag dude
  due dumb during eager ease easily easy effect effective effort either eligible else elsewhere
  embarrassing employ enable encounter encourage enjoy enormous ensure entire entirely entry equal
  especially essential essentially estimate event eventually evidently exact examine exceed excellent
  except excited excuse exist expense explanation express extent extra extremely face fact fail fair
  fairly faith false familiar fancy fantastic far fashion fast fault favor favour feature feedback
  feel fellow few fewer fiddle figure final finally fine firm firmly fix flat focus folk folks follow
  foolish force forever forget former fortunately forward freak frequent frequently fresh friend
  frustrated frustrating fulfill full function fully fun funny furious further furthermore gather
  general generally gentleman genuine genuinely girl glad goal gonna gotta grab gradually grand
  grateful greatly guess guidance guy guys habit half hand handle handy hang happy hard hardly hassle
  hate headache hear heard heavily heavy hell hence hesitate high highly hint honest honestly hope
  hopefully horrible huge hundred hurry hurt husband idea ideal identify idiot ignore imagine
  immediate immediately impact important impossible impression improve including incorrect incredible
  indeed indicate individual inform initial initially inquire inside insist instance instantly instead
  intend intention interested involve itself joke judge justify keen keep kid kidding kind kinda
  knowledge lack lady largely lately later latter laugh lead lean leave legitimate less lie lightly
  likely likewise listen literally lots loud love lovely luck luckily lucky lying mad magic mainly
  maintain major majority manage manner mark massive mate matter maybe meantime meanwhile measure
  meet mention mere merely mess method mid middle mild mind minor miracle mislead mistake mistaken
  modest monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december morning evening afternoon noon midnight night
  mom mum dad mother father sister uncle aunt wife mostly mother naturally near nearly neat
  necessarily necessary negative neither nervous nevertheless newly nice nobody noise none nonetheless
  nonsense nope normally notably noticeably nowadays nowhere objective observe obtain obvious obviously
  occasion occasionally occur odd offer oh omg operate opinion opportunity oppose opposite ordinary
  organize originally ought outcome owe panic paper pardon participate partly party patience patient
  penny perfectly perhaps permanently permit personally perspective pity plain pleasant pleased
  positive possess possibility potential potentially practical practically precise precisely presume
  pretend previously principle priority proceed progress promise promptly propose prospect proud purely
  quarter query quiet quit rapid rapidly rare rate reach reaction readily reality realise realistic
  reasonably reckon recognise recommendation refuse regard regardless regularly reject related relation
  relative relatively relevant reliable reluctant rely remark remind repeatedly require requirement
  resolve respect response responsible restrict retain reveal review rid ridiculous rough roughly
  routine rude ruin rush sad safely sake satisfied satisfy scare scared scenario scratch screw seek
  seldom sensible separately seriously settle severe shame share sharp shock shortly shot shout shy
  sick sign silly similarly sincerely sir situation slight smooth so-called solely solid solution solve
  son sooner sorry sound spare speak specify split spot squeeze stable stage status steady steep
  stressful strictly strongly struggle stupid substantial sudden suffer sufficient sufficiently sum
  super superb supply support surprised surprising survive suspect swear swiftly tad tail target
  technically technique temporarily temporary tempt terribly terrible thoroughly threat throw throws
  tight tired toss total tough towards trace tradition transparent trick tricky trigger trivial truly
  truth twenty thirty forty fifty sixty hundred thousand ugly ultimate ultimately unacceptable
  unbelievable uncertain undergo undo undoubtedly unexpected unexpectedly unhappy unknown unlikely
  unlucky unnecessary unusual upcoming upset urgent urgently useless utterly valid valuable value vanish
  vast versus viable virtually vital wanna warning waste weak weekend weirdly whenever whereas
  wherever widely wife willing wise wonderful wondering worried worse worst worth worthwhile wow yeah
  yep yup zero able account activity advise agree allow announce another apply appear ask assist
  attempt become begin behave believe belong bring build call cannot choice cost create customer decide
  depend different disappear discover display earlier else ensure enter evening exist expect explain
  failure forgot found function give grow guarantee happen information inquiry instruction issue keep
  know last leave length let level likely line listed long look lose maximum mean method minimum
  missing monitor month move necessary notice number often opinion ordinary outside overall owe part
  people percentage perform period permit person possible potential prefer prevent previous problem
  proper provide purpose put question rather react really receive reduce regular relate release remain
  request require respond restrict result return risk same save select send separate serious set
  several share should show simple since situation small solve sometimes speed start stay step still
  suggest suppose sure system take tell term thing think time today together total toward truly try
  type understand unable usual various via wait want warn way week while whole why wish within without
  wonder work worry would write wrong year yesterday til till theres thats whats hows whos wheres whys
  gonna lemme dunno aint youre theyre weve youve theyve havent hasnt didnt doesnt dont wasnt werent isnt
  arent wont cant shouldnt couldnt wouldnt itll thatll ill youll id youd theyd nobodys everyones
  product development horizon infinite eat eaten keyboard tldr nutshell halfway midway south consist
  sail sailing toilet lake exactly bunch plenty pile chunk batch tons heck gosh geez ugh duh meh
  correctly proper freaking bloody honestly basically literally supposedly apparently presumably`.split(
    /\s+/,
  ),
);

/** All words that say nothing about what is asked, and those of everyday talk. */
export const TALK: ReadonlySet<string> = new Set([...STOP_WORDS, ...EVERYDAY]);

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
