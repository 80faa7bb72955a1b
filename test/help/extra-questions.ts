/** Questions written after the first evaluation; parsed by questions.ts. */
export const UNSEEN_AGAIN = `
connect-wallet     | the connect button, where is it
connect-wallet     | steps to hook my jupiter wallet up
need-a-wallet      | do I need a browser plugin
need-a-wallet      | what app do I download to my cellphone
getting-started    | can you walk me through everything from the start
getting-started    | what's this platform good for
bonding            | I'd like to purchase some LMT with USDC, what do I do
bonding            | is bonding the same as buying
bond-screen        | what do I find under bond in the menu
claim-bond         | 24h are over, how do I collect my tokens
claim-bond         | is there a time limit for claiming
price-quote        | price changed while I was approving the transaction
pending-bond       | why hasn't my bond been confirmed
pending-bond       | internet died in the middle of paying
pending-bond       | can I just transfer USDC to the treasury myself
bond-errors        | my payment was rejected because of the wrong token
staking            | what do I need to do to open a vault
stake-screen       | where can I watch the countdown of my vaults
staking-fee        | do I pay the staking fee in LMT or in SOL
staking-fee        | 2 percent of what
staking-fee        | what is credit
vesting            | why do I have to wait a day after staking
vault-cycle        | lock time of a vault
vault-cycle        | my vault has finished, what are my options
vault-cycle        | how many hours do I have to decide
restake            | what does renewing a vault cost
restake            | can my vault renew itself automaticaly
unstaking          | can I take all my LMT out of the vault
rewards            | how much profit do I make per day
rewards            | is interest compounded
stake-errors       | it says insufficient balance when I stake
selling            | exchange my tokens for dollars
selling            | how can I get my money out
sell-screen        | what is the requirements box
sell-fee           | how much is deducted when selling
sell-limit         | can I sell twice a week
sell-approval      | I changed my mind about a sell request
sell-approval      | status of my payout
sell-errors        | why is the sell button disabled
apy                | is 1000% a year for real
apy                | can the APY change
treasury           | how does the protocol earn money
lmt-price          | what is 1 LMT worth in dollars
max-supply         | are tokens burnt
fees               | overview of charges
deadlines          | how long does it take until I can cash in, all in all
amounts            | what's the smallest bond
dashboard-screen   | where can I see how much I own
history-screen     | download list of everything I did
info-screen        | which tabs are there
disclaimer         | is my investment safe
sessions           | do I stay logged in after closing the browser
security           | somebody from support asked for my recovery phrase
what-you-sign      | is it dangerous to sign the message
hardware-wallets   | can I use my cold wallet
wallet-errors      | Failed to connect to wallet
server-errors      | site is down
pauses             | trading halted?
local-network      | can I try it without real money
coming-soon        | future plans
owner-dashboard    | how do I become admin
help-assistant     | am I talking to a robot
off-topic          | how do I stake my tent
off-topic          | what is the best time to visit Iceland
off-topic          | when does the bank open
off-topic          | savings bonds versus stocks
off-topic          | who invented the telephone
off-topic          | how to sell on Amazon
off-topic          | convert 10 miles to kilometers
off-topic          | vault toilets in national parks
off-topic          | what should I wear tonight
off-topic          | how do I restart my router
off-topic          | price of a Tesla
off-topic          | is it going to rain
`;

/** Phrased like the FAQs of other projects. */
export const OUTSIDE = `
apy                | What is the APY shown based on?
apy                | Why does the APY fluctuate?
apy                | How does the protocol manage to keep such a high APY?
disclaimer         | What are the risks involved with staking?
rewards            | How often are rewards distributed?
rewards            | Are the rewards compounded automatically?
rewards            | How often does yield accumulate?
staking            | What is the idea behind staking?
staking            | Why should I stake my tokens instead of just holding them?
unstaking          | Can I unstake my tokens at any time?
unstaking          | Can I withdraw my staked tokens?
unstaking          | Are there any withdrawal fees?
server-errors      | The dApp is not working! What should I do?
claim-bond         | Is my SOL locked when I deposit?
fees               | What fees does the protocol charge?
getting-started    | How does LMT work?
getting-started    | What is this project about?
bonding            | How can I get LMT?
amounts            | What is the minimum amount I can stake?
hardware-wallets   | Can I stake with my Ledger?
wallet-errors      | Why can't I connect my wallet?
security           | What should I do if my wallet was hacked?
sessions           | How do I disconnect my wallet from this site?
need-a-wallet      | Which wallets can I use?
connect-wallet     | How do I connect Solflare?
pending-bond       | My transaction is stuck on pending
history-screen     | Where can I find my transaction history?
lmt-price          | How is the price of LMT determined?
lmt-price          | Why is the price of LMT rising?
treasury           | What assets are in the treasury?
treasury           | Where does the revenue come from?
max-supply         | What is the total supply of LMT?
sell-approval      | When will I receive my payout?
selling            | How do I redeem my tokens?
selling            | How do I cash out my earnings?
sell-limit         | Is there a selling limit?
sell-fee           | Is there a fee for selling?
vault-cycle        | How long are my tokens locked when staking?
restake            | What happens when the lock period ends and I do not act?
restake            | How do I restake my rewards?
pauses             | Why is the protocol paused?
coming-soon        | What is on the roadmap?
owner-dashboard    | Who is behind the protocol?
local-network      | Is there a testnet?
help-assistant     | How can I contact support?
what-you-sign      | Why do I need to sign a message to log in?
what-you-sign      | What permissions am I giving to the site?
off-topic          | How do I become a validator?
off-topic          | What is slashing?
off-topic          | Do you have a referral program?
off-topic          | How do I create a liquidity pool?
off-topic          | Can I mint an NFT here?
off-topic          | How do I bridge from Ethereum?
off-topic          | What is impermanent loss?
off-topic          | How do I recover a deleted photo?
`;

/** Evaluated after all tuning. */
export const LAST = `
connect-wallet     | my wallet is phantom, how do I use it here
need-a-wallet      | is trust wallet ok
getting-started    | I just arrived, please explain what this is
bonding            | I have 3 SOL, how many LMT do I get for it
claim-bond         | bonded yesterday, where do I pick up my LMT
price-quote        | is the rate guaranteed while I confirm in phantom
pending-bond       | transaction went through but bond says awaiting confirmation
pending-bond       | laptop battery died while sending the payment
bond-errors        | bonding failed insufficient balance
staking            | how to earn with my LMT
staking-fee        | cost of opening a vault
vesting            | why is my new stake not active
vault-cycle        | how long until I can take LMT out of my vault
vault-cycle        | vault matured yesterday, did I miss something
restake            | fee for manual restake
restake            | will it restake automatically if I forget
unstaking          | withdraw half of my vault
rewards            | calculate my rewards for 20 LMT
selling            | convert LMT into SOL
sell-fee           | why is the sell fee so high
sell-limit         | max amount I may sell per week
sell-approval      | sold three days ago and still no money
sell-errors        | what does no unstaked LMT mean
apy                | how high is the yield right now
treasury           | how is LMT backed
lmt-price          | LMT price next week
max-supply         | max number of LMT
fees               | which costs are there
amounts            | can I bond 0.001 SOL
dashboard-screen   | where is my portfolio
history-screen     | see old transactions
disclaimer         | could I lose everything
sessions           | sign out please
security           | can you recover my seed phrase
what-you-sign      | phantom asks me to sign something, why
hardware-wallets   | ledger nano x support
wallet-errors      | solflare doesn't open when I click it
server-errors      | page shows server error
pauses             | when will the pause end
local-network      | where do I get free test SOL
off-topic          | how do I plant a tree
off-topic          | bitcoin halving date
off-topic          | fix my car engine
off-topic          | who wrote hamlet
off-topic          | what is the stake in a poker game
off-topic          | sell tickets for a concert
off-topic          | is the moon made of cheese
off-topic          | mortgage rate in Spain
`;
