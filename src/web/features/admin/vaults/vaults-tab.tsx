export default function VaultsTab() {
  return null;
}
