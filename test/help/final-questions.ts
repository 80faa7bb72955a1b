import { questionsOf } from './question.ts';

/**
 * Written from specification and screens before the search was simplified, and evaluated afterwards: 52 of 60
 * answered, 18 of 20 refused. Not used for tuning.
 */
export const FINAL_QUESTIONS = questionsOf(`
claim-bond, bonding, deadlines | After I pay for a bond, when do the LMT land in my balance?
bonding, price-quote, lmt-price | How is the LMT that I get for 5 SOL worked out?
amounts, bonding | can i bond jst 0.01 sol
bonding, disclaimer | can i undo a bond and get my usdc back
pending-bond | I sent USDC to the treasury straight from Binance, how do I get it credited?
pending-bond, bonding | do i have to keep the tab open while my payment confirms
price-quote | What happens if it takes me 15 minutes to approve the payment?
bond-errors | It says "The payment was made by another wallet"
bond-errors | bonds in USDC are paused because of some peg?? explain
bond-errors, pending-bond, server-errors | bonding failed with a network error, should I pay a second time?
amounts, bonding | I only have a hundred dollars, is that enough to join?
staking-fee, fees, staking | Is the 2% fee taken out of my LMT or do I pay it in SOL?
staking-fee, stake-screen | the stake tab says I have 0.02 SOL credit, what is that
vesting, stake-screen, rewards | my vualt says ready but no rewrds
staking | Can I put more LMT into a vault that is already running?
staking, stake-errors | how many valts can i hav at once
stake-errors, staking-fee | Fee Payment Required keeps popping up although I paid
vault-cycle, unstaking | Can I take my LMT out on day 3?
vault-cycle, staking, getting-started | what are my options once a vault is mature
rewards | How many LMT will 20 LMT bring me in one week?
rewards, apy | is interest compounded during the seven days
rewards, vault-cycle | do i earn anything during the 24 hour window
apy | wats the apy rite now
apy, treasury | What does the treasury's revenue have to do with my rate?
apy, vault-cycle | If the APY drops tomorrow, does my running vault get less?
restake, fees | is it cheaper to let the vault restake itself
restake, stake-screen, staking | were do i swich auto restake on
unstaking | "Withdrawal Limit Exceeded", but I only want my own tokens back
unstaking, restake | how can i empty a vault completely
unstaking, fees | dose unstaking cost anythin
selling, sell-errors, sell-screen | What conditions must be met before I can sell?
sell-fee, fees | if I sell 10 LMT how much USDC do I end up with
sell-limit, selling | why can I only sell half?
sell-approval, selling, deadlines | wen do i get my mony after selling
sell-approval, selling, sell-fee | Is the price fixed when I submit the sell or when it is approved?
sell-approval | chnged my mind abt selling, cancel pls
sell-errors | it says "Vaults not yet matured (7-day period incomplete)"
sell-fee, sell-screen | Why is 0.002 SOL taken off my USDC payout?
treasury | Which coins back LMT and how much of them is there?
treasury | how can i verify that you really have what you owe me
lmt-price | will one LMT be worth more next week
server-errors, lmt-price | No fresh SOL price is available right now
max-supply | max suply of lmt?
history-screen | I need a list of everything I did for my accountant
history-screen | what does the number BOND-20260131-000042 stand for
dashboard-screen | what is counted in Total Value
deadlines | can i get the dates of my vault into google calendar
pauses | the app says all user operations paused, is my restake window running out?
sessions, security | how do I sign out on a computer that is not mine
security | i lost my phone with phantom on it, are my vaults gone
what-you-sign, connect-wallet, security | does signing the login message let you take money from my wallet
hardware-wallets, wallet-errors | my ledger cannot sign messages, what do i do
need-a-wallet | does it work in safari on my iphone
wallet-errors, need-a-wallet, connect-wallet | solflare instaled but site dosnt see it
local-network | how can i look around without a wallet
owner-dashboard | I clicked Admin and got Access Denied
owner-dashboard, security, disclaimer | who can change my balance behind my back
coming-soon, info-screen | when will the metaverse casino open
disclaimer, treasury | is this a pyramid scheme
help-assistant | is there anybody I can phone
off-topic | How do I sell my house without an agent?
off-topic | What is the interest rate on a 30-year mortgage?
off-topic | how do i cancel my gym membership
off-topic | best way to restore an old leather wallet
off-topic | What is the lock-in period of a savings account at Barclays?
off-topic | How do I stake ADA on Coinbase?
off-topic | How do I file taxes as a freelancer?
off-topic | who painted the mona lisa
off-topic | How do I bridge ETH to Arbitrum?
off-topic | what's a good name for a puppy
off-topic | how long do eggs keep in the fridge
off-topic | Which premium bond number won this month?
off-topic | How do I open the bank vault in GTA?
off-topic | my flight was cancelled, can i get a refund
off-topic | How do I set up two-factor authentication on Gmail?
off-topic | explain the offside rule
off-topic | what is the price of gold today
off-topic | my excel formula returns REF, how do i fix it
off-topic | how many calories does an hour of swimming burn
off-topic | When did the Berlin Wall fall?
`);
