export default function TreasuryTab() {
  return null;
}
