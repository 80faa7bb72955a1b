/**
 * English words that look like ours and are not misspelt: 'pond' is not meant to be 'bond'. Common ones
 * that are as near to a word of the pages as a slip is; the plural of each is meant too.
 */
const WORDS: ReadonlySet<string> = new Set(
  `abbott abide abilities aboard accent acceptable acceptance accessories accompany accomplice
  accomplishment accuse accused accusing aces achievement acid acquainted acres actress acute addicted
  adjust administer administered administration admirable ado adopt adoption ads adventure affair aged
  aging agreement aid aidan aiding airborne airline airplanes airpods airport aisle ale alias alive alley
  alliance allies allowance ally alongside aloud alright altar alternate amateur amazing ample ancestors
  angry announcement annoyed annoying annulled ant anti anwar anywhere apartment ape apiece appeal
  appearance applause apple applied apron arcade arena arise armed armor armored arrangement arrests
  arrogant arrow arson ascension assess assignment athlete atm attack attacked attacking attend auction
  authentic autograph automobile awake awakened award awareness awe babe babu backbone backstage badge
  bags bailiff bain bait baker balcony bald ball ballet balloon balloons baltimore band bane bang banished
  banker bare barely bargaining barge bark barking barn barnes barracks barrel barrier baseball basement
  basil bass bat bates bath bathing batter batting battling bauer bay beads beak beale bean bearer beast
  beaten beatles beck bed beer beg begging behalf behaviour bela belief believer bell belly belt bench
  bend bending bent berries beta betray betrayal betrayed bets beverage bible bid bidder bidding bien
  billboard billionaire billions bin bind bing bingo bird birth bite bitten bitter bizarre blackmail
  blackout blade blankets blaze bleak bleed bleeding blend blessed blessing blew blink bliss blond blonde
  bloom blow bluff blur board boarded boarding boardwalk body bold bolt bon bone boogie bookstore boone
  boot booth booty bora border bore born bottle boulder boundaries bout bowel boy brace brake brass braun
  bravo brawl breach breaker breakfast breakthrough breakup breast breath breathe breathing breed breeding
  breeze brew brewing bribe brick bride brighter brightest brink brit britain broadcast broadcasting
  broadway brody bronze brood brotherhood brown browning brussels brute bucket buckle buffer bugs bull
  bulldog bullets bully bun bureau buried burke burnt bury burying bush businessman butch butt butter buzz
  bypass cable cabot cache caffeine cages cain cal caldwell caller cam camel camp camping canadian canal
  cancer candidate candle cane cannon canoe cans cape capitol caps captive cardboard career careless
  caretaker cargo carnival carol carpenter carpet carr carried carrier carrot cars cart cartel carved
  carver casa cass cassette cast casting casualties catalog catchy cater cattle caught cautious caves
  cedar cell cellar cement cent century cereal certainty chair chancellor chant chanting chaos chapter
  charitable charm charmed charter chavez cheek cheer cheering cheese chen chest chic chick chief
  childbirth childhood chili chill chinese chip choke chop chopped chores chosen chute circle cities clan
  clarity clarke clash class classes claus clause claw cleaner cleansing clearance clerk client climbed
  climbing clips cloak clone closer closest closet clown coaching coal coalition coast coat cocktail cod
  coffin coke col cold colder collage collar collective collector college collins collision colonies color
  colored coloring coma comb combustion comeback comet comfortably comics commander commence commerce
  commissioner commitment committee commonwealth como compass compassion compelled compelling compete
  competent competing complex composed compromise compromised concealed concentrate concrete conduct
  conducted conducting cone confess confessed confession confidence confined confront confronted connor
  conquest conscience conscious consent conservative considerable consideration consistent consolation
  console conspired conspiring constable constellation consulate consultant consumer container containment
  contempt contest contestant context continent contractor contrast controlled controlling convenience
  convent convertible convict convicted conviction conway cooler cooley cooper cooperate cop copied copper
  coral cord core corn corporal corps corpse corruption cosmic costa costello costume cottage cough
  council counsel counseling counter countess countless county coup courage courier courthouse courtroom
  cousin couture cove covenant covert coward cows crab crane crawl creative creature creed creek creep
  creeping cremated cricket cried cries cristian crop crossroads crowd crowded crown cruise crush crushed
  crushing crying crypt cryptic cuckoo cue cult cummings cunning cups cure cured curly curry curse cursed
  curtain custody cute cuts cyclops daddy dagger dairy daisy dale dame damp dancer dang dar darling dart
  daughter dawn dawson daylight daytime deadly deaf dealer dealt dean death debate debating debut decade
  deceased deception decker decorate decree dedicated deed deeper deepest deeply deer defeat defeated
  defence defend defended defenses deficit define defined definitive deliberate delicate delight delighted
  democracy democrat demolition demon den denial dense dent dentist departed departure depressed
  depression deprived der des descent desert deserve designated designer desirable desk despair dessert
  destroyer det detached detained detective detector detour devil devils devote devoted dial dialogue dice
  dig digest digger dil dim dime dine diner ding dip dire director directorate dirt dirty disagree
  disappearance disappointment disaster discharge discharged discourage discovery discretion disease
  diseases disgrace disguise disguised disgust disgusted disks dislike dismiss dismissed disorder dispatch
  disposal dispose dispute disregard distance distant distinctive distract distraction distraught distress
  district disturbed diva dive divers division dizzy dock doctor dodd dodge doe dole doll dolls dome
  donate donating donation donor doo doom doomed doorway dos dose dots dough dove downey downhill
  downstairs downtown dozen draft dragon drank dread dreamer dress dressed dresses dressing drew dried
  drill drilling drink drinking dripping driven driver drove drown drowned drug drum ducks duffy dug duke
  dull duly dunk dwell dwelling dye dying dynamite eagle ear earl earthquake easier easiest east easter
  eastern eater economic edges editor editorial education eighteen eighth eighties eighty einstein elder
  elderly electra electronic elves embassy embrace emerge emotion emotionally empire employer encore
  encouragement endless endure enjoyable enlightened enterprise entertained entertainment erase essence
  estate esteem eta ethics europe european everlasting everyday examiner excellence excessive execute
  executed existence expansion expectations expelled expert exploded explore explosion extensive extinct
  extortion extraction extradition extraordinary eyed eyes factor fade faded faint fairness faithful fan
  farce fare farewell farm farmer farther fascist fat fatal fate faucets fault faux fax fear feared
  fearless feast feather feed feel feet felt female fend ferris ferry fest fetal fever fiance fiancee
  fiction fierce fiery fifteenth fifth fight fighter fighting fin finer finger finn fire fired fireplace
  firepower fireworks firing fisherman fishermen fist flair flame flanders flap flare flashing flavor flaw
  flawed flea fled flee fleeing fleet flesh flew flexible flick float flock flood flooded flop flour
  flower flown flute flyer flynn foil fold folder foley followers fond fool foot footsteps ford fore
  foremost forge forged forgive forgotten fork formal formally forman formidable fort forth forthcoming
  forum fought foul foundation fountain fourteen fourth fox fracture frame framing franco frank freeway
  freight freshman freud friction fried friendships fries frightened fringe frog frogs frost fry frye fuel
  fundraiser funk funky fur furnace fuse fusion gabe gain gal gall gambler gangs gaps garage garbage
  garrison gasoline gate geek gel gem gene generator generous gentlemen gestures getaway giles gill
  girlfriend glamour glands glass glasses glazed globe gloss glove gluten goat godfather gods gold golf
  gong goodbye goodman goodness goodwill goofy goose gorman gown grace graceful grad grade grail grain
  grams gran granddaughter grandfather grandparents grandson grant granted grape gras gray grease greater
  greatest greatness greece greed greedy greek greenwich greet greeting grew grief grind grip groin
  grooming gross ground grounded grove grown gum gunn guns gunther gurney gut habitat hack hail hairy hall
  hallway halo halt ham handbook handful handicapped handsome handwriting hannibal happily happiness har
  harder hardy harmed harsh hart hastings hat hath haul hauled hauling haunt haunting haven hawk hay hayes
  hayward hazel head headlights headline heal healed healer healing heap hearst heart heartbeat heartbreak
  heartbroken hearted heat heater heather heavenly heavens heavier heel height heightened heir heist held
  helpless henri herb herbal herd hero heroes herr hers hicks hid highlight highness highway hike hill
  hippie hips hire hired historic hitler hive hoax hodges holden hollow holly holt holy homecoming
  homeless homemade hometown honesty hood hoop hop hopeless hopper horns horse horseback hose host
  hostages hostile hottest hound household housewife however hug hughes hull hum hunt hurricane hush hut
  hyde hype ice icy idol illegal illegitimate illness illusion immature importance improvement
  inappropriate incapable inch inclined incompetent incredibly indefinitely indian indicted induced indy
  infinity injured ink inmate inner ins insect insecure insight insignificant inspired instinct instructor
  insulted intact intel intense inter intercept intercepted intercourse interfere interfered interference
  interior international interpol interstate intimate intruder intuition invading invisible involvement
  iran iraq iris ironic irony irregular irrelevant item ivy jack jackets jaffa jean jeep jelly jellyfish
  jewel joan jobs jock jockey johns joint joker jolly journal journalist judgement juggle jungle juno
  justice justified kane kar karaoke karate kat keane keel keller kettle kick kicker killer kin kindness
  kiss kissed kisses kissing kite kitten klaus klein knee knicks knife knight knives knob knock knocked
  knocking knockout knot kong korea korean kung labor labour lace lad ladder lag laid lair lambert lame
  lamps lance land lane lansing laps laser latex laughter law laying layout lays leader leaf leak leaking
  lease lecture led ledge lee leg legged leisure lens lenses lent letterman lever liar liberal lick lid
  lieutenant lifelong lifestyle lift lifted lighter lighthouse lime limitations linen lineup lions lips
  listener lit literary litter liv lively liver loaf locker lodge lodged loft logic logs lone lookout
  loose lopez lords lorne los loser louder lounge lover loyal luca luce luna lunar lunch lung lure lured
  lust lynch lynn macarthur mace machinery mackey magnetic maid mail mainland maker makeup mall mallet
  malone malt mama management mandate manic mankind manly manny manor manpower mansion manson manuscript
  mar mare marker marley marriages married marries marrow marrying marseilles marsh martial martinez mask
  masked mass massage masses massimo master mastered masterpiece mat mateo maternal maternity mayhem mayo
  mayor maze mccall meadow meal meaningless meant meat med melt memecoin memorable memorial memories men
  mentor mercy merger merits mermaid messenger met metal meteor meter mice mick mid midget midst midwest
  mighty mil mill miller mineral mini miniature minions ministry minus mirrors miserable misery missile
  missions mississippi missouri mist mister mixture mock mocking module moe mold mole momentum mon monkey
  monsieur monster mood moody moonlight moore moose moot moral morale morality morally morphine morrison
  morrow moscow moss motel moth motions motive motives motor motorcycle mount mounted mourning mouse mouth
  movement mozart mrs mud mule multiply mummy mural murdered muse mute myers mystic mystical myth nails
  nanny nat nate naughty nausea necessity necks needle needy neighbours nerve ness nest newman newsletter
  newspaper nickname niece nightfall nightmare niles nineteen ninth nod noisy nonstop norm north nose
  notary notebook notion nuclear null numerous nun nurse nut oak oath obscene observer obstruction odor
  offence offended offense office officer offs ongoing onion opener operative oral orange orbit ordeal
  ordinarily oregon organ organic organism orson ounce ourselves outdoor outer outfit outlaw outlet
  outrage outraged outsider oven overboard overcome overdose overhead overload overlook overlooked
  override overruled overseas oversight overtime overwhelming owl pace pacing pact pad pageant painter pal
  palace pale pallet pan pants paperwork par parade paralyzed paranormal parasite parent parenting parish
  parole parrish partners pas passage passenger passion pat patch path pattern pavement pawn payroll peace
  peacefully peach peaches peak pearl peas peasant peck pen penetrate penthouse pep pepper perception
  perez performance performer peril perkins persistent persona personnel pest pet peterson petition petty
  peyton photograph photographed photographer picket pickup pier pierce pierced piercing pies pigs pike
  pill pillar pillow pilots pin pine pineapple pinned pip pit pitt placement plaid plaintiff planetarium
  planner plantation plate plausible playground plaza plea plead pleasure plugs pocket pods poet pointer
  polar policeman policies policy polish polite poll polling polo pond pong ponies pony poorly pope poppy
  por port portable portal pose posed posing posse possessive postal poster postponed pot potato potatoes
  potion pottery pound pour poured pouring powder powell powerless prairie praise pray prayed prayer
  praying pre preach precedent precinct predictable preferably preference pregnant premiere premises
  preparation presentation preserve presidency presiding prevail pride priest primal prime prisons prize
  probable probation probe producer productive professional profitable progressive projector prom promote
  promoted promoting prone prop properties property prophet prosecuting prosecution protective protector
  protest prototype proven provenance provoke provoked psyche puck puerto pulse punch punished puppets
  puppy pure purity purple purse pursue pursuing puzzle quake qualify quarry quarterback queer
  questionable rabbi rabbit race racing radar radio radioactive rag rage raid rail railroad rainy rally
  ramp rang ranger rank ransom raoul rash rat rath rational raydium rays razor reactor reader realist
  realm rear rebel rebound recall receiver reception recess recital recite reckless reclaim recollection
  reconcile reconsider recorder reds reel reese refined reflect reflection reform refuge regain regained
  regional registration reindeer reinstated relaxed relay relentless relief relieve relieved religion
  remarkable remarkably remarried remorse rendered reno renowned rental rep repay replacement reporter
  represent rescued rescuing resident resign resist resort respectable restless restraining restraint
  retail retire retired revelation revenge reverend revolve rewrite ric rica ridden ride rider rifle rig
  rigged ring riot ripe ripley ripper ripple risen rite rival riviera roach road roam roaming roar roast
  rob robbed robber rocker rockin rocking rocks rode role roller romance room roommate rooney rooster rope
  rose roster rot rotation roth rotten rotting route rows ruby ruler rumours runaway rune runway ruse
  ruthless ryder sack sacred saddle safer sailor saint salem salesman salt sami san sand sanders sane
  satan satisfaction saudi scale scan scar scattered scene scenery scent science scientists scoop scooter
  scope scout scream scrub sea seal sealed seat seated seating seattle sec secretive sector seizure self
  seller semen senate senator sentence sentenced seoul sera serial setback settlement seventeen seventh
  sewer sex shack shade shadow shake shaken shallow sham shanghai shape shaped shaping shark shattered
  shaved shaw shed sheep sheer sheet shell shelter sherlock shield shift shine shining shipping shoe shook
  shoot shooter shooting shop shore shortage shoulder shower showtime shrew shrine shuffle shuttle sibling
  sic sickness sidekick sidelines sidewalk sideways sight sighting signal significance silk simpler
  simplest sin singapore sinister sire siren sis sit sixteen sixth skate ski skiing skill skilled skin
  skipper skirt skull slack slam slap slate slater slaughter slaughtered slave slayer sled sleeper sleepy
  sleeve slick slide sliding slim slip slipped slipping slit sloan sloane slot smashing smile smiley
  smiling smith smythe snack snake sneak sneakers snow soaked socks soda soft softer soil sold soldier
  sole solo someday sorority sorrow sought soul soup sour sourdough southeast southern southwest sox soy
  space spade spain span spark spawn speakers spear specialist specialty species spent sperm sphere spice
  spies spike spill spilled spin spiral spirited spirits spit spite spoke sponge spoon spotlight spouse
  spray spread spreading spree springfield spun spur spying squid squire squirrel stabbed stabbing stack
  stacked staircase stairs stalk stalking stall stance starboard stargate stark starling starter starving
  stat state static statue statute steak steel steele steer steering stein stem stepfather stepmother
  sterile stern stew sticky stiff sting stir stirred stirring stitch stock stokes stone stood stool storm
  stormed stove straightforward strain strained strand stranded strangled strapped strategic stray streak
  street stressed stressing strike striking strip stripes stripped stripping stroke stronger struck strung
  studied study studying stunned stunning stunts style sub suck sucker sued sugar suicide suit suite sum
  summer summit summoned summons sunk sunlight sunset superhero superiors superman supermarket
  supernatural superstition supervise supervision supper supplier supportive surface surfer surge surround
  survey survivor suspense suspension suspicion sustain sustained swallowed swam swamp swat sway sweat
  sweep sweeping sweet swell swelling swim swimmer swimming swine swing swinging swiss swollen sword swore
  sworn syd sykes symbol syndicate syndrome syrup tac tackle tagged tailor tainted takeoff takeover tale
  talents tall taller tame tan tape tar taste tasting tattoos taught taxi teach teaches tear tearing tech
  tee teen telephone telescope television tell teller tempo temptation tender tennessee tens tense tension
  tenth ter terminal terrace terrific terror testament tether tex texas textbook tha thai thaw theater
  theatre thee themselves theories theory therapy therefore thesis thick thicker thigh thinner third
  thirst thirteen thor thorn thorne thou thread threaten threatened threatening threw thrill thrilling
  thrive throne throttle throughout thrust thugs thumb thunder thy tibet tick tide ties tiger tighter til
  tile tilt timeless tin tissue titans toad toast toe tolerate toll tomb ton tone tonic tool tooth tops
  torch tore torn torres toto touchdown tougher tourists tow tower town toxic toxins toy trafficking
  tragic trail trailer trainer trait traitor trance trans transcript transition transmitted transmitter
  transplant transport transportation transporting trap trapped trash traveler travelling tray treason
  treaty tree trek tri triad tribal tribe triple troll troop trophies tropical trousers trout truce truck
  tub tube tuck tumor tune tuned tunnels turnbull turner turnpike twentieth twins twist twisting tying
  typewriter ultimatum umm unaware uncertainty uncomfortable undead underage undercover underground
  undermine underneath understood underwater underway underwear underworld unfair unfit unity unstable
  unto upbeat uphold upright upside upstate uptown uranium urban urge urine urn usa usher vague valiant
  valley valve varsity vega vegan vein vending ventura verbal vermont vessels vet vice videotape viktor
  villa vine viral virus visitation vista vitamin vowed wade wages waist waiter waitress wal wall wallaby
  walnut walsh walt waltz wand wander wandering warden warfare warm warmer warming warmth warped warrant
  warrior waterfall waterfront watergate watkins watson wave weakness weaknesses wealth wealthy weary
  weasel weave weaver webster wedding wedge wee weed weeping weigh weighed weighing weiss wentworth west
  wet wha whale wharf whatsoever wheat wheelchair wheeler whereabouts whip whipped whitman wick wicked
  wider widow wild wilder wildlife win wind winding winter wit witch witches withdrawn witness witnessed
  witnesses witty wives woke wolfe wolves woman womb wong wood wool wordsworth wore workplace workshop
  worldwide worms worn worthy wound wounded wrap wrath wreck wrecked wrecking wrestle wrestler wrestling
  wrist writer yale yards yearbook yell yoo youngest youth zach zebra zoo zoom zurich`.split(/\s+/),
);

/** Whether a word is an English one as it is written, whatever of ours it looks like. */
export const isEnglish = (word: string): boolean =>
  WORDS.has(word) || WORDS.has(word.replace(/s$/, ''));
