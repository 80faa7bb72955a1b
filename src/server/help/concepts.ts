import { stem } from './stem.ts';

/**
 * Words that people use for the same idea, a group a line. Unlike synonyms they stay words of their
 * own: that two questions speak of the same idea only counts beside them. A word may stand in several.
 */
const GROUPS = `
  account profile register registration signup username enroll join member membership participate participation
  add additional extra more topup enlarge increase bigger another further supplementary boost raise inject expand
  afraid worried worry scared nervous concerned fear anxious hesitant uneasy scary frightened panicking panic terrified sweating sleepless uncomfortable
  all everything whole entire entirely full fully complete completely total every 100 lot entirety bag altogether overall lots remaining last
  allowed permitted eligible entitled able possible may qualify qualified permissible
  amount number figure sum quantity size volume
  angry furious annoyed annoying ridiculous unacceptable outrageous damn hell wtf kidding robbery joke fuming frustrating frustrated mad rage livid
  arrive arrived credited land landed received deliver delivered reach reached hit show appear turned appeared arrives turn shows come came drop
  assistant bot robot chatgpt gpt ai machine chatbot program virtual claude computer software script algorithm automaton
  attempt try tried trying
  authority government law legal illegal regulator regulated licensed license compliance court jurisdiction
  automatic automatically itself auto alone autopilot automated unattended selfdriving handsoff handsfree unassisted
  backed backing reserve reserves collateral holdings assets cover covered coverage solvent backs behind own underneath security guarantee pledge deposit
  bank card visa mastercard paypal fiat euro euros wire debit iban sepa revolut stripe plastic cheque check amex applepay googlepay paycheck salary
  bankrupt bust insolvent collapse collapsed fold folds dies vanish bankruptcy closes shuts broke belly fails sinks gone under disappears dissolved
  behind founder founders team company firm corporation business developer developers creator creators ceo boss people operate operates operator runs responsible charge organization entity responsible chief honcho leader run owns owned started built
  bond bonds bonding bonded
  browser chrome safari firefox edge brave
  buy purchase purchased acquire obtain order checkout bought buying invest spend investing investment purchasing acquiring obtaining get grab snap pick enter join board hop aboard shop shopping
  calculate compute computed calculation formula calculator math worked derive determined determine
  calendar diary ics outlook agenda schedule dates date planner
  cancel cancelled undo abort reverse revert stop retract rescind regret withdraw cancelling cancellation annul rethink reconsider unwind backpedal recall
  cash money funds dollars bucks usd capital savings quid liquidity budget fortune fund dough moolah loot cent cents penny pennies grand pound pounds euro euros wealth riches sum stash nest
  change changed switch modify edit adjust alter vary different differ shift changes
  cheat scam ponzi fraud pyramid rug con dodgy shady sketchy legit fake swindle suspicious bogus hoax scammer scammers crook crooks fraudulent genuine honest trustworthy fishy trap trick tricked bait catch hook swindled cheating thieves criminals criminal phony
  choose pick select decide option options choice choices alternative alternatives possibilities
  claim claimed claiming collect pickup fetch grab gather harvest receive redeem unwrap
  click press pressed button hit tap push clicked
  come back return returning revisit 
  compare comparison versus vs difference differ better cheaper distinction distinguish contrast different
  confirm confirmed confirmation finalized seen recognized verified success successful
  connect connected connection connecting link linked linking pair attach hook
  contact reach speak talk write call complain complaint ticket discord telegram twitter hotline touch phone ring email somebody message
  continue carry keep again another renew renewal renewing rollover extend prolong repeat round roll restart resume ride lap goaround onward proceed stay
  control custody custodial manage access touch power powers authority rights
  crash crashed died froze freeze battery shut wifi offline closed refresh refreshed reload interrupted laptop computer blackout outage power electricity dead blew
  create make open begin start launch started beginning starting opening
  cut deduct deducted commission charge charged charges fee fees cost costs expense expenses expensive pricey toll owe price slice nibble skim shave bite chunk swallow eat eats pinch tax levy surcharge pricetag subtract subtracted
  danger dangerous risk risky unsafe harm harmful threat risks hazard
  day daily days 24 24h hours hour tomorrow yesterday overnight morning evening tonight night afternoon noon midnight
  dead die death inherit heir family dies passed funeral widow children kids estate
  decimal decimals digits digit comma dot places precision rounding round
  deny denied reject rejected decline declined refuse refused disapproved refuses bounced rejection turndown thumbs no dismissed knocked
  destroy destroyed burn burned burnt burning
  device phone mobile iphone android samsung tablet ipad smartphone cellphone handset ios pixel huawei pocket portable gadget cell
  drop fall fell crash tank decline decrease lower sink plunge collapse dip shrink decreasing worthless lose loses down cheaper tumble slump nosedive slide slip plummet depreciate
  duration long length period term lasts last until till time hours days weeks
  early earlier before sooner premature ahead prematurely halfway midway midway beforehand
  email mail sms text notification notify ping alert alerts remind reminder reminders alarm warn warning inform notifications notified informed message
  empty zero nothing none blank nil zilch nada flat nought naught void zip
  end ends ended finish finished finishes over complete completed done conclude up through past expire ripe
  enough sufficient suffice afford
  error errors fail failed fails failing failure broken bug glitch issue erroring problem wrong fault throws buggy trouble broke exploded kaputt acting weird bombed crash whoops oops
  exchange binance coinbase kraken bybit okx kucoin cex
  expect expected promised supposed shown showed preview estimated told anticipated thought calculated form displayed saw said listed advertised mentioned
  expire expired elapsed lapsed timeout timer expires expiry
  explain understand meaning mean means confused confusing eli5 clarify describe summarize sum
  export csv excel spreadsheet download file print save pdf document documents
  far progress track follow monitor watch observe check
  forget forgot forgotten ignore ignored neglect miss missed overslept overlooked slept asleep overlook slipped forgetful unattended
  future plan plans planned roadmap upcoming soon later release building pipeline develop next cooking horizon vision ambition dream
  game casino bet betting gambling metaverse nft sports
  gone lost lose missing vanished disappeared disappear vanish swallowed ate eaten evaporated black hole limbo nowhere
  guarantee guaranteed promise certain sure assured secured insured insurance protected protection likely chance probability
  hack hacked drained drain steal stolen stole theft thief thieves hijacked compromised seize confiscate wipe
  half 50 fifty part partial portion partly some share fraction bit chunk slice piece bite
  hardware ledger trezor nano keystone onekey safepal usb cold stick dongle gadget offline coldstorage
  help support assist assistance service guidance
  high higher big huge large enormous crazy insane steep fat juicy generous massive
  history past previous record records log statement receipts activity old earlier operations activities trail footprints logbook diary ledger bookkeeping accountant archive chronicle
  hold holding own possess have got hodl
  human person real agent staff employee representative manager someone somebody guy admin alive living soul breathing flesh
  identity id passport kyc documents personal details name email address private
  install setup download extension addon plugin installed
  instructions steps step guide tutorial walkthrough procedure process order sequence
  interest reward rewards profit profits gain gains earning earnings earn yield return returns income winnings payout passive proceeds drip bring brings fruit hatch produce produces generate bear wages salary paycheck growth
  key keys seed seedphrase phrase mnemonic words recovery secret passphrase password
  know learn aware
  large larger big oversized size exceeded exceeds
  late overdue delay delayed longer ages forever weeks late slow dawdle dally tardy hesitate slowpoke lingering dragging linger dither procrastinate
  left remaining remain remains rest remainder leftover
  less fewer smaller lower short shortchanged below little under reduced worse shrunk shrunken missing fell
  limit limited cap capped maximum max quota ceiling restriction restricted most biggest finite bite portion ration allowance
  list overview summary table breakdown
  load loading spinning spins spin hang hangs stuck slow unresponsive lagging
  lock locked locking tied blocked stuck trapped frozen tie ice jail bars chained shackled glued imprisoned parked prison captive hostage untouchable inaccessible sealed
  logout disconnect unlink detach kicked thrown remove leave lock exit away
  login signin enter access authenticate log inside door entrance getin
  match detect detected recognize recognized recognised find found visible
  mature matured matures maturity maturation
  menu tab tabs page screen section navigation
  merge combine join together
  minimum min least smallest lowest tiny small little few threshold poor pocket modest humble spare change student cheap
  multiple several many two second third three both various parallel simultaneously simultaneous
  network chain blockchain solana mainnet devnet testnet
  new newbie beginner novice newcomer first intro introduction basics clueless rookie noob starter greenhorn
  now today currently current present moment immediately instantly tonight straightaway asap urgently urgent
  often frequently frequency times regularly twice once repeatedly
  other another different else elsewhere
  owner admin administrator boss chief management controls master headquarters king
  paid pay payment paying sent send transfer transferred deposit deposited transaction pays remit forked shelled coughed handed handing wired beamed dispatched
  part participate join
  pause paused halt halted suspended stopped emergency maintenance freeze frozen shutdown disabled disable inactive greyed ice hold standstill closed shutters idle
  payout payday disbursed paidout
  penalty fine punishment penalised penalized punished penalties
  percent percentage rate apy apr percents proportion
  place where find locate spot location
  price value worth valuation priced pricing dear dearer expensive pricier costs going
  privacy private data personal cookies tracking gdpr information info store keep
  prove proof evidence verify audit audited transparent transparency public books convince
  queue line position
  quick quickly fast soon earliest speed instant rapid hurry haste urgently prompt swiftly
  quote quoted offer offered locked
  reason why cause because
  requirement requirements condition conditions needed need necessary required prerequisite
  rise grow grows growth climb appreciate pump moon upward increase increases rising gain dearer pricier soar soars climbing skyrocket upwards gains
  safe safety secure security trust trustworthy reliable
  same identical equal alike
  sandbox test demo trial practice simulation simulated experiment play fake pretend drive dry rehearse playground rehearsal toy monopoly practise tryout
  see view look show shown check display
  sell sold sale sales selling offload unload dump liquidate cashout exit trade swap convert redeem disposal sells leave bail escape quit door flee out cashing
  sign signing signature approve approval approving authorize permission popup consent sign-in autograph agree agreed ok okay clicked accept accepted nod
  source come origin generate generated finance financed fund funded stem
  stake stakes staking staked
  status state stage
  stay staying remember remembered constant stable
  stop prevent block avoid disable deactivate off turn
  supply mint minted print printing inflation inflationary circulating circulation exist tokenomics
  sustainable realistic believable true bs unrealistic
  take remove pull unstake withdraw withdrawal extract withdrawing removing taking scoop grab retrieve reclaim rescue free pluck recover
  tax taxes irs accountant vat taxable declare adviser advisor
  tip advice recommend recommendation should suggest advisable
  token tokens coin coins crypto lmt
  treasury reserve revenue
  unlock unfrozen release released free available unlocked liberate freed
  vacation holiday away travel absence absent hospital abroad online trip camping hike hiking mountains sea sailing cruise honeymoon flight plane offgrid asleep jail coma surgery ill sick beach
  vault vaults pot jar box bucket basket chest piggy bin safe
  wait waiting pending processing outstanding review awaiting patient patience sit sits sitting hang hold stand
  wallet wallets phantom solflare jupiter purse pocketbook pockets pocket
  week weekly 7 seven month monthly fortnight days sunday monday
  window opening door gap slot chance moment opportunity
  compound snowball accumulate accumulates pile stack reinvest compounding exponential linear flat
  proof paper papers receipt receipts invoice document certificate
  trace traces crumbs leftovers stored saved remember cookies behind
  public shared library cafe hotel stranger roommate colleague cousin
`;

/** Sayings of several words, with one word for the same: replaced before a text is split. */
const SAYINGS: readonly (readonly [saying: string, word: string])[] = [
  ['turn(?:ed|s|ing)? down|said no', 'rejected'],
  ['call(?:ed|ing)? off|back(?:ed|ing)? out|chang(?:e|ed|ing) my mind|pull(?:ed)? back', 'cancel'],
  ['tak(?:e|es|ing) back|took back', 'cancel'],
  ['kick(?:s|ed)? off|get(?:s|ting)? going', 'start'],
  ['tied up|locked up|locked in', 'locked'],
  ['heads[ -]?up|let me know|give me a shout|keep me posted|wake me', 'notify'],
  ['link(?:ed|ing)? up|hook(?:ed|ing)? up', 'connect'],
  ['carr(?:y|ies) on|keep(?:s)? going|go(?:es)? on|one more time|once more', 'continue'],
  ['set(?:ting)? up', 'setup'],
  ['find out|figure out', 'know'],
  ['how come|what for', 'why'],
  ['at once|right away|straight away|right now|at present|at the moment', 'now'],
  ['go(?:es|ing|ne)? (?:bust|bankrupt|under|broke)|shut(?:s)? down for good', 'bankrupt'],
  ['run(?:s|ning)? (?:off|away)|make off|made off|took off', 'steal'],
  ['run(?:s|ning)? out|ran out', 'expired'],
  ['sign(?:ed|ing)? up|join(?:ed|ing)? up', 'register'],
  ['top(?:ped|ping)?[ -]?up', 'topup'],
  ['no longer|not any ?more', 'stop'],
  ['go(?:es|ing)? up', 'rise'],
  ['go(?:es|ing)? down|come(?:s)? down|went down', 'fall'],
  ['pick(?:ed|ing)? up', 'collect'],
  ['look(?:ed|ing)? up|look(?:ing)? at', 'see'],
  ['in one go|all at once|the lot|whole lot', 'everything'],
  ['by accident|by mistake|by error|in error', 'accidentally'],
  ['cell phone|smart phone|mobile phone', 'phone'],
  ['pull(?:ed|ing)? out|get(?:ting)? out|take(?:s)? out|took out|taken out', 'withdraw'],
  ['give(?:s)? back|pay(?:s)? back|money back|send(?:s)? back', 'refund'],
  ['pay(?:s|ing)? in|paid in|put(?:ting)? in', 'deposit'],
  ['pay(?:s|ing)? out|paid out', 'payout'],
  ['log(?:ged|ging)? (?:off|out)|sign(?:ed|ing)? (?:off|out)|kick(?:ed|s)? (?:me )?out', 'logout'],
  ['log(?:ged|ging)? (?:on|in|into)|sign(?:ed|ing)? in', 'login'],
  ['get(?:s|ting)? rid of|jump ship|bail out|way out|want out', 'sell'],
  ['make up my mind|think it over|sleep on it', 'decide'],
  ['off the grid|out of reach|no internet|no signal', 'offline'],
  ['in charge|at the controls|at the helm|pulls the strings', 'owner'],
  ['small print|fine print|legal stuff', 'disclaimer'],
  ['lift a finger|sit(?:ting)? on my hands', 'nothing'],
  ['kick(?:ed|s)? in|take(?:s)? off', 'start'],
  ['thin air', 'nothing'],
  ['tax man|tax office|tax return|tax advis[eo]r', 'tax'],
  ['real person|human being|real human|somebody real|someone real', 'human'],
  ['a thousand|one thousand', '1000'],
  ['fifty', '50'],
  ['ten minutes', '10 minutes'],
  ['a day|one day|twenty four hours', '24 hours'],
  ['a week|one week|seven days', '7 days'],
];

const ANY_SAYING = new RegExp(
  `\\b(?:${SAYINGS.map(([saying]) => `(${saying})`).join('|')})\\b`,
  'g',
);

/** A text in small letters with one word in the place of each saying. */
export const withoutSayings = (text: string): string =>
  text.toLowerCase().replaceAll(ANY_SAYING, (...[, ...found]: (string | undefined)[]) => {
    const which = found.findIndex((part, i) => i < SAYINGS.length && part !== undefined);
    return ` ${SAYINGS[which]?.[1] ?? ''} `;
  });

const CONCEPTS: ReadonlyMap<string, readonly string[]> = (() => {
  const map = new Map<string, string[]>();
  for (const line of GROUPS.trim().split('\n')) {
    const [first = '', ...others] = line.trim().split(' ');
    for (const word of new Set([first, ...others].map(stem))) {
      map.set(word, [...(map.get(word) ?? []), first]);
    }
  }
  return map;
})();

/** The ideas that a word may stand for; none for most words. */
export const conceptsOf = (word: string): readonly string[] => CONCEPTS.get(stem(word)) ?? [];
